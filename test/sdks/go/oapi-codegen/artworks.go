package main

import (
	"context"
	"regexp"

	"github.com/oapi-codegen/nullable"

	"partner/api"
	"partner/expect"
)

func listTwoPages(ctx context.Context, client *api.ClientWithResponses) {
	page := listArtworks(ctx, client, 2, 0)
	limit, offset := expect.Place(expect.Ok(page.Next.Get()))
	artworks := append(page.Results, listArtworks(ctx, client, limit, offset).Results...)
	expect.Same("the number of artworks", len(artworks), 4)
	seen := map[int64]bool{}
	for index, artwork := range artworks {
		expect.Same("that an artwork comes twice", seen[artwork.Id], false)
		seen[artwork.Id] = true
		ordered := index == 0 || !artwork.OrderDate.After(artworks[index-1].OrderDate)
		expect.Same("that the latest comes first", ordered, true)
		by := artwork.Gallery.Owner.Username
		if author, err := artwork.Author.Get(); err == nil {
			by = author.Username
		}
		expect.Same("that nobody entered it", by == "", false)
	}
	first := artworks[0]
	alone := expect.Ok(client.RetrieveMarketplaceArtworkWithResponse(ctx, first.Id, nil))
	expect.Same("the status of an artwork", alone.StatusCode(), 200)
	expect.Same("the id of the artwork", alone.JSON200.Id, first.Id)
	expect.Same("the slug of the artwork", alone.JSON200.Slug, first.Slug)
}

func listArtworks(
	ctx context.Context, client *api.ClientWithResponses, limit, offset int32,
) *api.ArtworkPage {
	answer := expect.Ok(client.ListMarketplaceArtworksWithResponse(ctx,
		&api.ListMarketplaceArtworksParams{
			Limit:    &limit,
			Offset:   &offset,
			Ordering: optional(api.ArtworkOrderingORDERDATEDESC),
		}))
	expect.Same("the status of a page", answer.StatusCode(), 200)
	return answer.JSON200
}

func askForTooMuch(ctx context.Context, client *api.ClientWithResponses) {
	answer := expect.Ok(client.ListMarketplaceArtworksWithResponse(ctx,
		&api.ListMarketplaceArtworksParams{Limit: optional(int32(1000))}))
	problem := refused(answer.ApplicationproblemJSON400, 400, "invalid_request")
	expect.Same("the number of faults", len(*problem.Errors), 1)
	expect.Same("the parameter at fault", *(*problem.Errors)[0].Parameter, "limit")
}

func meetNewWords(ctx context.Context, client *api.ClientWithResponses, id int64) {
	answer := expect.Ok(client.RetrieveMarketplaceArtworkWithResponse(ctx, id, nil))
	expect.Same("the status of the strange artwork", answer.StatusCode(), 200)
	sale, unit := api.SaleStatus(answer.JSON200.AvailableForSale), api.SizeUnit(answer.JSON200.Units)
	expect.Same("that the document names "+string(sale), sale.Valid(), false)
	expect.Same("that the document names "+string(unit), unit.Valid(), false)
}

func submitArtwork(ctx context.Context, client *api.ClientWithResponses) {
	galleries := expect.Ok(client.ListGalleriesWithResponse(ctx, nil))
	expect.Same("the status of the galleries", galleries.StatusCode(), 200)
	answer := expect.Ok(client.CreateMarketplaceArtworkWithResponse(ctx, nil,
		harbour(galleries.JSON200.Results[0].Id)))
	expect.Same("the status of the new artwork", answer.StatusCode(), 201)
	dollars := expect.Ok(answer.JSON201.PriceUsd.Get())
	expect.Same("that it costs dollars", dollars > 0, true)
	euros := expect.Ok(answer.JSON201.PriceEur.Get())
	decimal := regexp.MustCompile(`^\d+\.\d\d$`)
	expect.Same("that "+euros+" are euros", decimal.MatchString(euros), true)
	expect.Same("that it has a lower price", answer.JSON201.MinPrice.IsNull(), true)
}

func harbour(gallery int64, artists ...int64) api.ArtworkInput {
	return api.ArtworkInput{
		Title:         "Harbour at Dusk",
		Artists:       append([]int64{}, artists...),
		Gallery:       gallery,
		Category:      1,
		Units:         api.SizeUnitCentimeter,
		PriceDisplay:  api.PriceDisplaySHOWPRICE,
		Price:         nullable.NewNullableWithValue(2400.0),
		PriceCurrency: optional(api.CurrencyCAD),
	}
}
