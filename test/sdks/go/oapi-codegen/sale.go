package main

import (
	"context"
	"crypto/rand"
	"strings"

	"github.com/oapi-codegen/nullable"

	"partner/api"
	"partner/expect"
)

// An artwork of a new gallery is priced, sold and deleted, and then all that it referred to.
func sellArtwork(ctx context.Context, partner, stranger *api.ClientWithResponses) {
	artist := expect.Ok(partner.CreateArtistWithResponse(ctx, nil, api.ArtistInput{Name: "Ines Falk"}))
	expect.Same("the status of the new artist", artist.StatusCode(), 201)
	gallery := openGallery(ctx, partner)
	tag := expect.Ok(partner.CreateTagWithResponse(ctx, nil,
		api.TagInput{Name: "moonlight " + rand.Text()}))
	expect.Same("the status of the new tag", tag.StatusCode(), 201)
	opened := expect.Ok(partner.RetrieveGalleryWithResponse(ctx, gallery, nil))
	expect.Same("the status of the gallery", opened.StatusCode(), 200)
	expect.Same("the city", expect.Ok(opened.JSON200.City.Get()), "Bristol")

	input := harbour(gallery, artist.JSON201.Id)
	input.Tags = &[]int64{tag.JSON201.Id}
	submitted := expect.Ok(partner.CreateMarketplaceArtworkWithResponse(ctx, nil, input))
	expect.Same("the status of the new artwork", submitted.StatusCode(), 201)
	id := submitted.JSON201.Id
	etag := change(ctx, partner, id, submitted.Headers201.ETag,
		api.ArtworkPatch{Price: nullable.NewNullableWithValue(2600.0)})
	etag = change(ctx, partner, id, etag,
		api.ArtworkPatch{AvailableForSale: optional(api.SaleStatusSOLD)})
	sold := expect.Ok(stranger.RetrieveMarketplaceArtworkWithResponse(ctx, id, nil))
	expect.Same("the status of the sold artwork", sold.StatusCode(), 200)
	expect.Same("the price", expect.Ok(sold.JSON200.Price.Get()), 2600.0)
	expect.Same("the sale", sold.JSON200.AvailableForSale, string(api.SaleStatusSOLD))

	batch := expect.Ok(partner.BatchMarketplaceArtworksWithBodyWithResponse(ctx,
		&api.BatchMarketplaceArtworksParams{DryRun: optional(true)}, "application/x-ndjson",
		strings.NewReader(expect.Lines(gallery, artist.JSON201.Id))))
	expect.Same("the status of the batch", batch.StatusCode(), 200)
	expect.Results(string(batch.Body))

	closing := &api.DeleteGalleryParams{IfMatch: opened.Headers200.ETag}
	inUse := expect.Ok(partner.DeleteGalleryWithResponse(ctx, gallery, closing))
	refused(inUse.ApplicationproblemJSON409, 409, "record_in_use")
	sale := expect.Ok(partner.DeleteMarketplaceArtworkWithResponse(ctx, id,
		&api.DeleteMarketplaceArtworkParams{IfMatch: etag}))
	expect.Same("the deletion of the artwork", sale.StatusCode(), 204)
	closed := expect.Ok(partner.DeleteGalleryWithResponse(ctx, gallery, closing))
	expect.Same("the deletion of the gallery", closed.StatusCode(), 204)
	word := expect.Ok(partner.DeleteTagWithResponse(ctx, tag.JSON201.Id,
		&api.DeleteTagParams{IfMatch: tag.Headers201.ETag}))
	expect.Same("the deletion of the tag", word.StatusCode(), 204)
	ines := expect.Ok(partner.DeleteArtistWithResponse(ctx, artist.JSON201.Id,
		&api.DeleteArtistParams{IfMatch: artist.Headers201.ETag}))
	expect.Same("the deletion of the artist", ines.StatusCode(), 204)
}

func openGallery(ctx context.Context, client *api.ClientWithResponses) int64 {
	city := nullable.NewNullableWithValue("Bristol")
	answer := expect.Ok(client.CreateGalleryWithResponse(ctx, nil,
		api.GalleryInput{Name: "Quayside Editions", City: city}))
	expect.Same("the status of the new gallery", answer.StatusCode(), 201)
	return answer.JSON201.Id
}

func change(
	ctx context.Context, client *api.ClientWithResponses, id int64, etag string, patch api.ArtworkPatch,
) string {
	params := &api.PartialUpdateMarketplaceArtworkParams{IfMatch: etag}
	answer := expect.Ok(
		client.PartialUpdateMarketplaceArtworkWithApplicationMergePatchPlusJSONBodyWithResponse(
			ctx, id, params, patch))
	expect.Same("the status of the change", answer.StatusCode(), 200)
	return answer.Headers200.ETag
}
