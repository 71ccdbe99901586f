using System;
using System.Collections.Generic;
using System.Net.Http;
using ArtMarketplace.Api;
using ArtMarketplace.Client;
using ArtMarketplace.Model;

/// <summary>An artwork of a new gallery is priced, sold and deleted, and then all that it referred to.</summary>
class Sale
{
    readonly ArtistsApi artists;
    readonly ArtworksApi artworks;
    readonly ArtworksApi publicArtworks;
    readonly GalleriesApi galleries;
    readonly TagsApi tags;

    public Sale(HttpClient http, Configuration authorized, Configuration anonymous)
    {
        artists = new ArtistsApi(http, authorized);
        artworks = new ArtworksApi(http, authorized);
        publicArtworks = new ArtworksApi(http, anonymous);
        galleries = new GalleriesApi(http, authorized);
        tags = new TagsApi(http, authorized);
    }

    public void Sell()
    {
        // Required values are asked for by constructors, and sent only when they are set again.
        var artist = artists.CreateArtistWithHttpInfo(new ArtistInput(name: "") { Name = "Ines Falk" });
        var quayside = new GalleryInput(name: "", city: "Bristol") { Name = "Quayside Editions" };
        long gallery = galleries.CreateGallery(quayside).Id;
        var moonlight = new TagInput(name: "") { Name = "moonlight " + Guid.NewGuid() };
        var tag = tags.CreateTagWithHttpInfo(moonlight);
        var opened = galleries.RetrieveGalleryWithHttpInfo(gallery);
        Expect.Same("the city", opened.Data.City, "Bristol");

        var input = Artworks.Harbour(gallery, artist.Data.Id);
        input.Tags = new List<long> { tag.Data.Id };
        var submitted = artworks.CreateMarketplaceArtworkWithHttpInfo(input);
        var priced = Change(submitted, new ArtworkPatch(price: 2600));
        Expect.Same("the price", priced.Data.Price, 2600);
        var sold = Change(priced, new ArtworkPatch { AvailableForSale = SaleStatus.SOLD });
        var artwork = publicArtworks.RetrieveMarketplaceArtwork(sold.Data.Id);
        Expect.SameRecord("the sold artwork", artwork, sold.Data);
        Expect.Same("the sale", artwork.AvailableForSale, "sold");
        Expect.Same("the price of the sold artwork", artwork.Price, 2600);

        string etag = Expect.EtagOf(opened);
        Expect.Refused(409, "record_in_use", () => galleries.DeleteGalleryWithHttpInfo(gallery, etag));
        artworks.DeleteMarketplaceArtwork(artwork.Id, Expect.EtagOf(sold));
        galleries.DeleteGallery(gallery, etag);
        tags.DeleteTag(tag.Data.Id, Expect.EtagOf(tag));
        artists.DeleteArtist(artist.Data.Id, Expect.EtagOf(artist));
    }

    ApiResponse<Artwork> Change(ApiResponse<Artwork> seen, ArtworkPatch patch)
    {
        return artworks.PartialUpdateMarketplaceArtworkWithHttpInfo(seen.Data.Id, Expect.EtagOf(seen), patch);
    }
}
