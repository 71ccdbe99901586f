package main

import (
	"context"
	"regexp"

	"partner/api"
	"partner/expect"
)

func listTwoPages(ctx context.Context, client *api.APIClient) {
	page := listArtworks(ctx, client, 2, 0)
	expect.Same("that the page is the last", page.Next.Get() == nil, false)
	limit, offset := expect.Place(*page.Next.Get())
	artworks := append(page.Results, listArtworks(ctx, client, limit, offset).Results...)
	expect.Same("the number of artworks", len(artworks), 4)
	seen := map[int64]bool{}
	for index, artwork := range artworks {
		expect.Same("that an artwork comes twice", seen[artwork.Id], false)
		seen[artwork.Id] = true
		ordered := index == 0 || !artwork.OrderDate.After(artworks[index-1].OrderDate)
		expect.Same("that the latest comes first", ordered, true)
		by := artwork.Gallery.Owner.Username
		if author := artwork.Author.Get(); author != nil {
			by = author.Username
		}
		expect.Same("that nobody entered it", by == "", false)
	}
	first := artworks[0]
	alone := retrieveArtwork(ctx, client, first.Id)
	expect.Same("the id of the artwork", alone.Id, first.Id)
	expect.Same("the slug of the artwork", alone.Slug, first.Slug)
}

func listArtworks(
	ctx context.Context, client *api.APIClient, limit, offset int32,
) *api.ArtworkPage {
	return record(client.ArtworksAPI.ListMarketplaceArtworks(ctx).
		Limit(limit).Offset(offset).Ordering(api.ORDER_DATE_DESC).Execute())
}

func retrieveArtwork(ctx context.Context, client *api.APIClient, id int64) *api.Artwork {
	return record(client.ArtworksAPI.RetrieveMarketplaceArtwork(ctx, id).Execute())
}

func askForTooMuch(ctx context.Context, client *api.APIClient) {
	_, _, err := client.ArtworksAPI.ListMarketplaceArtworks(ctx).Limit(1000).Execute()
	problem := refused(err, 400, "invalid_request")
	expect.Same("the number of faults", len(problem.Errors), 1)
	expect.Same("the parameter at fault", problem.Errors[0].GetParameter(), "limit")
}

func meetNewWords(ctx context.Context, client *api.APIClient, id int64) {
	artwork := retrieveArtwork(ctx, client, id)
	sale, unit := api.SaleStatus(artwork.AvailableForSale), api.SizeUnit(artwork.Units)
	expect.Same("that the document names "+string(sale), sale.IsValid(), false)
	expect.Same("that the document names "+string(unit), unit.IsValid(), false)
}

func submitArtwork(ctx context.Context, client *api.APIClient) {
	galleries := record(client.GalleriesAPI.ListGalleries(ctx).Execute())
	artwork := record(client.ArtworksAPI.CreateMarketplaceArtwork(ctx).
		ArtworkInput(*harbour(galleries.Results[0].Id)).Execute())
	expect.Same("that it costs dollars", artwork.GetPriceUsd() > 0, true)
	euros := artwork.GetPriceEur()
	decimal := regexp.MustCompile(`^\d+\.\d\d$`)
	expect.Same("that "+euros+" are euros", decimal.MatchString(euros), true)
	expect.Same("that it has a lower price", artwork.MinPrice.Get() == nil, true)
}

func harbour(gallery int64, artists ...int64) *api.ArtworkInput {
	input := api.NewArtworkInput("Harbour at Dusk", append([]int64{}, artists...), gallery,
		api.CENTIMETER, 1, api.SHOW_PRICE)
	input.SetPrice(2400)
	input.SetPriceCurrency(api.CAD)
	return input
}
