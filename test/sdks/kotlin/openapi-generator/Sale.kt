import java.util.UUID
import okhttp3.Call
import org.openapitools.client.apis.ArtistsApi
import org.openapitools.client.apis.ArtworksApi
import org.openapitools.client.apis.GalleriesApi
import org.openapitools.client.apis.TagsApi
import org.openapitools.client.models.ArtistInput
import org.openapitools.client.models.ArtworkPatch
import org.openapitools.client.models.GalleryInput
import org.openapitools.client.models.SaleStatus
import org.openapitools.client.models.TagInput

/** An artwork of a new gallery is priced, sold and deleted, and then all that it referred to. */
class Sale(address: String, authorized: Call.Factory, anonymous: Call.Factory) {
    private val artists = ArtistsApi(address, authorized)
    private val artworks = ArtworksApi(address, authorized)
    private val publicArtworks = ArtworksApi(address, anonymous)
    private val galleries = GalleriesApi(address, authorized)
    private val tags = TagsApi(address, authorized)

    fun sell() {
        val (artist, artistEtag) =
            taken(artists.createArtistWithHttpInfo(ArtistInput(name = "Ines Falk"), null))
        val gallery =
            galleries.createGallery(GalleryInput(name = "Quayside Editions", city = "Bristol")).id
        val moonlight = TagInput(name = "moonlight ${UUID.randomUUID()}")
        val (tag, tagEtag) = taken(tags.createTagWithHttpInfo(moonlight, null))
        val (opened, galleryEtag) = taken(galleries.retrieveGalleryWithHttpInfo(gallery, null, null))
        same("the city", opened.city, "Bristol")

        val input = harbour(gallery).copy(artists = setOf(artist.id), tags = setOf(tag.id))
        val (submitted, etag) = taken(artworks.createMarketplaceArtworkWithHttpInfo(input, null))
        val id = submitted.id
        val pricedEtag = change(id, etag, ArtworkPatch(price = 2600.0))
        val soldEtag = change(id, pricedEtag, ArtworkPatch(availableForSale = SaleStatus.SOLD))
        val sold = publicArtworks.retrieveMarketplaceArtwork(id)
        same("the price", sold.price, 2600.0)
        same("the sale", sold.availableForSale, SaleStatus.SOLD.value)

        refused(409, "record_in_use") { galleries.deleteGallery(gallery, galleryEtag) }
        artworks.deleteMarketplaceArtwork(id, soldEtag)
        galleries.deleteGallery(gallery, galleryEtag)
        tags.deleteTag(tag.id, tagEtag)
        artists.deleteArtist(artist.id, artistEtag)
    }

    private fun change(id: Long, etag: String, patch: ArtworkPatch): String =
        taken(artworks.partialUpdateMarketplaceArtworkWithHttpInfo(id, etag, patch)).second
}
