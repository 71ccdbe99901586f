import okhttp3.Call
import okhttp3.HttpUrl.Companion.toHttpUrl
import org.openapitools.client.apis.ArtworksApi
import org.openapitools.client.apis.GalleriesApi
import org.openapitools.client.models.ArtworkInput
import org.openapitools.client.models.ArtworkOrdering
import org.openapitools.client.models.ArtworkPage
import org.openapitools.client.models.Currency
import org.openapitools.client.models.PriceDisplay
import org.openapitools.client.models.SaleStatus
import org.openapitools.client.models.SizeUnit

class Artworks(private val address: String, private val client: Call.Factory) {
    private val api = ArtworksApi(address, client)

    fun readPages() {
        val first = pageAt(2, 0)
        val next = checkNotNull(first.next).toString().toHttpUrl()
        val limit = checkNotNull(next.queryParameter("limit")).toInt()
        val offset = checkNotNull(next.queryParameter("offset")).toInt()
        val artworks = first.results + pageAt(limit, offset).results
        same("the number of artworks", artworks.distinctBy { it.id }.size, 4)
        same("the order", artworks, artworks.sortedByDescending { it.orderDate })
        for (artwork in artworks) {
            same("the artwork", api.retrieveMarketplaceArtwork(artwork.id), artwork)
        }
    }

    private fun pageAt(limit: Int, offset: Int): ArtworkPage =
        api.listMarketplaceArtworks(
            limit = limit,
            offset = offset,
            ordering = ArtworkOrdering.ORDER_DATE_DESC,
        )

    fun askForTooMany() {
        val problem = refused(400, "invalid_request") { pageAt(1000, 0) }
        same("the parameters at fault", problem.errors?.map { it.parameter }, listOf("limit"))
    }

    fun readUnknownWords(id: Long) {
        val artwork = api.retrieveMarketplaceArtwork(id)
        same("a known unit", SizeUnit.decode(artwork.units), null)
        same("a known status", SaleStatus.decode(artwork.availableForSale), null)
    }

    fun submit() {
        val gallery = GalleriesApi(address, client).listGalleries().results.first()
        val artwork = api.createMarketplaceArtwork(harbour(gallery.id))
        // Does not compile, with warnings as errors, where the generator has lost a null.
        val priceUsd: Double = checkNotNull(artwork.priceUsd)
        val priceEur: String = checkNotNull(artwork.priceEur)
        val title: String = artwork.title
        same("the title", title, "Harbour at Dusk")
        same("a price in dollars", priceUsd > 0, true)
        same("a price in euros", priceEur.matches(Regex("""\d+\.\d\d""")), true)
    }
}

fun harbour(gallery: Long): ArtworkInput =
    ArtworkInput(
        title = "Harbour at Dusk",
        artists = emptySet(),
        gallery = gallery,
        category = 1,
        units = SizeUnit.centimeter,
        priceDisplay = PriceDisplay.SHOW_PRICE,
        price = 2400.0,
        priceCurrency = Currency.CAD,
    )
