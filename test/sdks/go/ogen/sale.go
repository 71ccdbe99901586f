package main

import (
	"context"
	"crypto/rand"
	"io"
	"strings"

	"partner/api"
	"partner/expect"
)

type artworkPatch = api.PartialUpdateMarketplaceArtworkApplicationMergePatchJSON

// An artwork of a new gallery is priced, sold and deleted, and then all that it referred to.
func sellArtwork(ctx context.Context, partner, stranger *api.Client) {
	artist := taken[*api.CreatedArtistHeaders](
		partner.CreateArtist(ctx, &api.ArtistInput{Name: "Ines Falk"}, api.CreateArtistParams{}))
	gallery := openGallery(ctx, partner)
	tag := taken[*api.CreatedTagHeaders](partner.CreateTag(ctx,
		&api.TagInput{Name: "moonlight " + rand.Text()}, api.CreateTagParams{}))
	opened := taken[*api.GalleryHeaders](
		partner.RetrieveGallery(ctx, api.RetrieveGalleryParams{ID: gallery}))
	expect.Same("the city", opened.Response.City.Or(""), "Bristol")

	input := harbour(gallery, artist.Response.ID)
	input.Tags = []int64{tag.Response.ID}
	submitted := taken[*api.CreatedArtworkHeaders](
		partner.CreateMarketplaceArtwork(ctx, input, api.CreateMarketplaceArtworkParams{}))
	id := submitted.Response.ID
	etag := change(ctx, partner, id, submitted.ETag, artworkPatch{Price: api.NewOptNilFloat64(2600)})
	etag = change(ctx, partner, id, etag,
		artworkPatch{AvailableForSale: api.NewOptSaleStatus(api.SaleStatusSold)})
	sold := retrieveArtwork(ctx, stranger, id)
	expect.Same("the price", sold.Price.Or(0), 2600)
	expect.Same("the sale", sold.AvailableForSale, string(api.SaleStatusSold))

	batch := taken[*api.BatchResponseHeaders](partner.BatchMarketplaceArtworks(ctx,
		api.BatchMarketplaceArtworksReq{
			Data: strings.NewReader(expect.Lines(gallery, artist.Response.ID)),
		},
		api.BatchMarketplaceArtworksParams{DryRun: api.NewOptBool(true)}))
	expect.Results(string(expect.Ok(io.ReadAll(batch.Response))))

	closing := api.DeleteGalleryParams{ID: gallery, IfMatch: opened.ETag}
	inUse := taken[*api.RecordInUseHeaders](partner.DeleteGallery(ctx, closing))
	refused(inUse.Response, 409, "record_in_use")
	taken[*api.Deleted](partner.DeleteMarketplaceArtwork(ctx,
		api.DeleteMarketplaceArtworkParams{ID: id, IfMatch: etag}))
	taken[*api.Deleted](partner.DeleteGallery(ctx, closing))
	taken[*api.Deleted](partner.DeleteTag(ctx,
		api.DeleteTagParams{ID: tag.Response.ID, IfMatch: tag.ETag}))
	taken[*api.Deleted](partner.DeleteArtist(ctx,
		api.DeleteArtistParams{ID: artist.Response.ID, IfMatch: artist.ETag}))
}

func openGallery(ctx context.Context, client *api.Client) int64 {
	input := &api.GalleryInput{Name: "Quayside Editions", City: api.NewOptNilString("Bristol")}
	created := taken[*api.CreatedGalleryHeaders](
		client.CreateGallery(ctx, input, api.CreateGalleryParams{}))
	return created.Response.ID
}

func change(
	ctx context.Context, client *api.Client, id int64, etag string, patch artworkPatch,
) string {
	params := api.PartialUpdateMarketplaceArtworkParams{ID: id, IfMatch: etag}
	return taken[*api.ArtworkHeaders](
		client.PartialUpdateMarketplaceArtwork(ctx, &patch, params)).ETag
}
