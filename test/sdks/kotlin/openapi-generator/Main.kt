import okhttp3.OkHttpClient

/**
 * What a partner does, once, in the order of a day, with a client that openapi-generator made. It
 * ends at the first surprise.
 *
 * Arguments: the base URL, a key, and the id of an artwork with words in it that the document does
 * not name.
 */
fun main(args: Array<String>) {
    val (address, key, strangeArtwork) = args
    val anonymous = OkHttpClient()
    val authorized =
        anonymous.newBuilder().addInterceptor { chain ->
            chain.proceed(chain.request().newBuilder().header("Authorization", "Bearer $key").build())
        }.build()

    Artworks(address, anonymous).run {
        readPages()
        askForTooMany()
        readUnknownWords(strangeArtwork.toLong())
    }
    Events(address, authorized, anonymous).enterAndChange()
    Artworks(address, authorized).submit()
    Sale(address, authorized, anonymous).sell()
}
