package main

import (
	"context"
	"regexp"

	"partner/api"
	"partner/expect"
)

func listTwoPages(ctx context.Context, client *api.Client) {
	page := listArtworks(ctx, client, 2, 0)
	expect.Same("that the page is the last", page.Next.Null, false)
	limit, offset := expect.Place(page.Next.Value.String())
	artworks := append(page.Results, listArtworks(ctx, client, limit, offset).Results...)
	expect.Same("the number of artworks", len(artworks), 4)
	seen := map[int64]bool{}
	for index, artwork := range artworks {
		expect.Same("that an artwork comes twice", seen[artwork.ID], false)
		seen[artwork.ID] = true
		ordered := index == 0 || !artwork.OrderDate.After(artworks[index-1].OrderDate)
		expect.Same("that the latest comes first", ordered, true)
		by := artwork.Gallery.Owner.Username
		if author, entered := artwork.Author.Get(); entered {
			by = author.Username
		}
		expect.Same("that nobody entered it", by == "", false)
	}
	first := artworks[0]
	alone := retrieveArtwork(ctx, client, first.ID)
	expect.Same("the id of the artwork", alone.ID, first.ID)
	expect.Same("the slug of the artwork", alone.Slug, first.Slug)
}

func listArtworks(ctx context.Context, client *api.Client, limit, offset int32) api.ArtworkPage {
	params := api.ListMarketplaceArtworksParams{
		Limit:    api.NewOptInt32(limit),
		Offset:   api.NewOptInt32(offset),
		Ordering: api.NewOptArtworkOrdering(api.ArtworkOrderingMinusOrderDate),
	}
	return taken[*api.ArtworkPageHeaders](client.ListMarketplaceArtworks(ctx, params)).Response
}

func retrieveArtwork(ctx context.Context, client *api.Client, id int64) api.Artwork {
	params := api.RetrieveMarketplaceArtworkParams{ID: id}
	return taken[*api.ArtworkHeaders](client.RetrieveMarketplaceArtwork(ctx, params)).Response
}

func askForTooMuch(ctx context.Context, client *api.Client) {
	params := api.ListMarketplaceArtworksParams{Limit: api.NewOptInt32(1000)}
	answer := taken[*api.BadRequestHeaders](client.ListMarketplaceArtworks(ctx, params))
	refused(answer.Response, 400, "invalid_request")
	expect.Same("the number of faults", len(answer.Response.Errors), 1)
	expect.Same("the parameter at fault", answer.Response.Errors[0].Parameter.Or(""), "limit")
}

func meetNewWords(ctx context.Context, client *api.Client, id int64) {
	artwork := retrieveArtwork(ctx, client, id)
	sale, unit := api.SaleStatus(artwork.AvailableForSale), api.SizeUnit(artwork.Units)
	expect.Same("that the document names "+string(sale), sale.Validate() == nil, false)
	expect.Same("that the document names "+string(unit), unit.Validate() == nil, false)
}

func submitArtwork(ctx context.Context, client *api.Client) {
	galleries := taken[*api.GalleryPageHeaders](client.ListGalleries(ctx, api.ListGalleriesParams{}))
	input := harbour(galleries.Response.Results[0].ID)
	artwork := taken[*api.CreatedArtworkHeaders](
		client.CreateMarketplaceArtwork(ctx, input, api.CreateMarketplaceArtworkParams{})).Response
	dollars, ok := artwork.PriceUsd.Get()
	expect.Same("that it costs dollars", ok && dollars > 0, true)
	euros, ok := artwork.PriceEur.Get()
	decimal := regexp.MustCompile(`^\d+\.\d\d$`)
	expect.Same("that "+euros+" are euros", ok && decimal.MatchString(euros), true)
	expect.Same("that it has a lower price", artwork.MinPrice.Null, true)
}

func harbour(gallery int64, artists ...int64) *api.ArtworkInput {
	return &api.ArtworkInput{
		Title:         "Harbour at Dusk",
		Artists:       append([]int64{}, artists...),
		Gallery:       gallery,
		Category:      1,
		Units:         api.SizeUnitCentimeter,
		PriceDisplay:  api.PriceDisplayShowPrice,
		Price:         api.NewOptNilFloat64(2400),
		PriceCurrency: api.NewOptCurrency(api.CurrencyCAD),
	}
}
