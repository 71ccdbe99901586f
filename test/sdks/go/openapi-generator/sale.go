package main

import (
	"context"
	"crypto/rand"

	"partner/api"
	"partner/expect"
)

// An artwork of a new gallery is priced, sold and deleted, and then all that it referred to.
func sellArtwork(ctx context.Context, partner, stranger *api.APIClient) {
	artist, artistTag := taken(partner.ArtistsAPI.CreateArtist(ctx).
		ArtistInput(*api.NewArtistInput("Ines Falk")).Execute())
	gallery := openGallery(ctx, partner)
	tag, tagTag := taken(partner.TagsAPI.CreateTag(ctx).
		TagInput(*api.NewTagInput("moonlight " + rand.Text())).Execute())
	opened, galleryTag := taken(partner.GalleriesAPI.RetrieveGallery(ctx, gallery).Execute())
	expect.Same("the city", opened.GetCity(), "Bristol")

	input := harbour(gallery, artist.Id)
	input.Tags = []int64{tag.Id}
	submitted, etag := taken(
		partner.ArtworksAPI.CreateMarketplaceArtwork(ctx).ArtworkInput(*input).Execute())
	priced, sold := api.NewArtworkPatch(), api.NewArtworkPatch()
	priced.SetPrice(2600)
	sold.SetAvailableForSale(api.SOLD)
	etag = change(ctx, partner, submitted.Id, etag, priced)
	etag = change(ctx, partner, submitted.Id, etag, sold)
	artwork := retrieveArtwork(ctx, stranger, submitted.Id)
	expect.Same("the price", artwork.GetPrice(), 2600)
	expect.Same("the sale", artwork.AvailableForSale, string(api.SOLD))

	expect.Results(record(partner.ArtworksAPI.BatchMarketplaceArtworks(ctx).DryRun(true).
		Body(expect.Lines(gallery, artist.Id)).Execute()))

	closing := partner.GalleriesAPI.DeleteGallery(ctx, gallery).IfMatch(galleryTag)
	_, err := closing.Execute()
	refused(err, 409, "record_in_use")
	deleted(partner.ArtworksAPI.DeleteMarketplaceArtwork(ctx, submitted.Id).IfMatch(etag).Execute())
	deleted(closing.Execute())
	deleted(partner.TagsAPI.DeleteTag(ctx, tag.Id).IfMatch(tagTag).Execute())
	deleted(partner.ArtistsAPI.DeleteArtist(ctx, artist.Id).IfMatch(artistTag).Execute())
}

func openGallery(ctx context.Context, client *api.APIClient) int64 {
	input := api.NewGalleryInput("Quayside Editions")
	input.SetCity("Bristol")
	return record(client.GalleriesAPI.CreateGallery(ctx).GalleryInput(*input).Execute()).Id
}

func change(
	ctx context.Context, client *api.APIClient, id int64, etag string, patch *api.ArtworkPatch,
) string {
	_, changed := taken(client.ArtworksAPI.PartialUpdateMarketplaceArtwork(ctx, id).
		IfMatch(etag).ArtworkPatch(*patch).Execute())
	return changed
}
