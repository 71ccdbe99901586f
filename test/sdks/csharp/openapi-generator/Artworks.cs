using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Text.RegularExpressions;
using System.Web;
using ArtMarketplace.Api;
using ArtMarketplace.Client;
using ArtMarketplace.Model;

class Artworks
{
    readonly HttpClient http;
    readonly Configuration configuration;
    readonly ArtworksApi api;

    public Artworks(HttpClient http, Configuration configuration)
    {
        this.http = http;
        this.configuration = configuration;
        api = new ArtworksApi(http, configuration);
    }

    public void ReadPages()
    {
        var first = PageAt(2, 0);
        var query = HttpUtility.ParseQueryString(new Uri(first.Next).Query);
        var following = PageAt(int.Parse(query["limit"]), int.Parse(query["offset"]));
        var artworks = first.Results.Concat(following.Results).ToList();
        Expect.Same("the number of artworks", artworks.Select(artwork => artwork.Id).Distinct().Count(), 4);

        IEnumerable<DateTime> dates = artworks.Select(artwork => artwork.OrderDate);
        var latestFirst = dates.OrderByDescending(date => date);
        Expect.Same("the order", dates.SequenceEqual(latestFirst), true);
        foreach (var artwork in artworks)
        {
            Expect.SameRecord("the artwork", api.RetrieveMarketplaceArtwork(artwork.Id), artwork);
        }
    }

    ArtworkPage PageAt(int limit, int offset)
    {
        return api.ListMarketplaceArtworks(
            limit: limit, offset: offset, ordering: ArtworkOrdering.ORDER_DATE_DESC);
    }

    public void AskForTooMany()
    {
        var problem = Expect.Refused(400, "invalid_request", () => PageAt(1000, 0));
        Expect.Same("the parameter at fault", problem.Errors.Single().Parameter, "limit");
    }

    public void ReadUnknownWords(long id)
    {
        Artwork artwork = api.RetrieveMarketplaceArtwork(id);
        Expect.Same("a known unit", Enum.TryParse(artwork.Units, true, out SizeUnit unit), false);
        Expect.Same("a known status", Enum.TryParse(artwork.AvailableForSale, true, out SaleStatus status), false);
    }

    public void Submit()
    {
        var galleries = new GalleriesApi(http, configuration).ListGalleries();
        var artwork = api.CreateMarketplaceArtwork(Harbour(galleries.Results.First().Id));
        // Does not compile where the generator has lost a null, or made one up.
        double? priceUsd = artwork.PriceUsd;
        long id = artwork.Id;
        Expect.Same("a price in dollars", priceUsd.HasValue && priceUsd.Value > 0 && id > 0, true);
        Expect.Same("a price in euros", Regex.IsMatch(artwork.PriceEur, @"^\d+\.\d\d$"), true);
    }

    public static ArtworkInput Harbour(long gallery, params long[] artists)
    {
        var ids = artists.ToList();
        return new ArtworkInput(title: "", artists: ids, price: 2400, priceCurrency: Currency.CAD)
        {
            Title = "Harbour at Dusk",
            Artists = ids,
            Gallery = gallery,
            Category = 1,
            Units = SizeUnit.Centimeter,
            PriceDisplay = PriceDisplay.SHOW_PRICE,
        };
    }
}
