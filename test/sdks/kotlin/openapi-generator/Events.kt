import java.time.OffsetDateTime
import java.util.UUID
import okhttp3.Call
import org.openapitools.client.apis.EventCategoriesApi
import org.openapitools.client.apis.EventsApi
import org.openapitools.client.apis.VenuesApi
import org.openapitools.client.models.EventInput
import org.openapitools.client.models.EventPatch
import org.openapitools.client.models.PublishStatus
import org.openapitools.client.models.VenueInput

class Events(private val address: String, private val authorized: Call.Factory, anonymous: Call.Factory) {
    private val api = EventsApi(address, authorized)
    private val publicApi = EventsApi(address, anonymous)

    fun enterAndChange() {
        val input = inputAtANewVenue()
        val id = enter(input)
        val (_, stale) = taken(api.retrieveEventWithHttpInfo(id, null, null))
        val published = publish(id, stale)
        refused(412, "precondition_failed") {
            api.partialUpdateEvent(id, stale, EventPatch(title = "Too late"))
        }
        val replaced = replace(id, published, input.copy(title = "Southern Light"))
        api.deleteEvent(id, replaced)
        refused(404, "not_found") { api.retrieveEvent(id) }
    }

    private fun inputAtANewVenue(): EventInput {
        val venue =
            VenuesApi(address, authorized).createVenue(VenueInput(name = "Kunsthal Nord", country = "DK"))
        same("the venue", venue.name, "Kunsthal Nord")
        return EventInput(
            title = "Northern Light",
            category = EventCategoriesApi(address, authorized).listEventCategories().results.first().id,
            venue = venue.id,
            startTime = OffsetDateTime.parse("2031-03-14T09:00:00Z"),
            endTime = OffsetDateTime.parse("2031-06-30T16:00:00Z"),
            content = "Forty paintings of the far north.",
        )
    }

    private fun enter(input: EventInput): Long {
        val idempotencyKey = UUID.randomUUID().toString()
        val event = api.createEvent(input, idempotencyKey)
        same("the state of a new event", event.publishStatus, PublishStatus.draft.value)
        same("a repeated event", api.createEvent(input, idempotencyKey).id, event.id)
        refused(404, "not_found") { publicApi.retrieveEvent(event.id) }
        return event.id
    }

    private fun publish(id: Long, etag: String): String {
        val patch = EventPatch(publishStatus = PublishStatus.published)
        val (event, newEtag) = taken(api.partialUpdateEventWithHttpInfo(id, etag, patch))
        same("the state of the event", event.publishStatus, PublishStatus.published.value)
        same("the event for all", publicApi.retrieveEvent(id), event)
        return newEtag
    }

    private fun replace(id: Long, etag: String, input: EventInput): String {
        val (event, newEtag) = taken(api.updateEventWithHttpInfo(id, etag, input))
        same("the title", event.title, input.title)
        same("the text", event.content, input.content)
        same("the start", event.startTime, input.startTime)
        same("the venue of the event", event.venue.id, input.venue)
        return newEtag
    }
}
