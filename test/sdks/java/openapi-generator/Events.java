import java.time.OffsetDateTime;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.api.EventCategoriesApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.VenuesApi;
import org.openapitools.client.model.Event;
import org.openapitools.client.model.EventCategoryPage;
import org.openapitools.client.model.EventInput;
import org.openapitools.client.model.EventPatch;
import org.openapitools.client.model.PublishStatus;
import org.openapitools.client.model.Venue;
import org.openapitools.client.model.VenueInput;

final class Events {
  private final ApiClient partner;
  private final EventsApi api;
  private final EventsApi publicApi;

  Events(ApiClient partner, ApiClient stranger) {
    this.partner = partner;
    api = new EventsApi(partner);
    publicApi = new EventsApi(stranger);
  }

  void enterAndChange() throws ApiException {
    EventInput input = input();
    Long id = enter(input);
    String stale = Expect.etagOf(api.retrieveEventWithHttpInfo(id, null, null));
    String published = publish(id, stale);
    EventPatch late = new EventPatch().title("Too late");
    Expect.refused(412, "precondition_failed", () -> api.partialUpdateEvent(id, stale, late));
    String replaced = replace(id, published, input.title("Southern Light"));
    api.deleteEvent(id, replaced);
    Expect.refused(404, "not_found", () -> api.retrieveEvent(id, null, null));
  }

  private EventInput input() throws ApiException {
    EventCategoryPage categories =
        new EventCategoriesApi(partner)
            .listEventCategories(
                EventCategoriesApi.APIListEventCategoriesRequest.newBuilder().build());
    VenueInput place = new VenueInput().name("Kunsthal Nord").country("DK");
    Venue venue = new VenuesApi(partner).createVenue(place, null);
    Expect.same("the venue", venue.getName(), "Kunsthal Nord");
    return new EventInput()
        .title("Northern Light")
        .category(categories.getResults().get(0).getId())
        .venue(venue.getId())
        .startTime(OffsetDateTime.parse("2031-03-14T09:00:00Z"))
        .endTime(OffsetDateTime.parse("2031-06-30T16:00:00Z"))
        .content("Forty paintings of the far north.");
  }

  private Long enter(EventInput input) throws ApiException {
    String idempotencyKey = UUID.randomUUID().toString();
    Event event = api.createEvent(input, idempotencyKey);
    Long id = event.getId();
    Expect.same("a repeated event", api.createEvent(input, idempotencyKey).getId(), id);
    Expect.same("the state", event.getPublishStatus(), PublishStatus.DRAFT.getValue());
    Expect.refused(404, "not_found", () -> publicApi.retrieveEvent(id, null, null));
    return id;
  }

  private String publish(Long id, String etag) throws ApiException {
    EventPatch patch = new EventPatch().publishStatus(PublishStatus.PUBLISHED).content(null);
    ApiResponse<Event> answer = api.partialUpdateEventWithHttpInfo(id, etag, patch);
    Event event = answer.getData();
    Expect.same("the state", event.getPublishStatus(), PublishStatus.PUBLISHED.getValue());
    Expect.same("the text", event.getContent(), null);
    Expect.same("the event for all", publicApi.retrieveEvent(id, null, null), event);
    return Expect.etagOf(answer);
  }

  private String replace(Long id, String etag, EventInput input) throws ApiException {
    ApiResponse<Event> answer = api.updateEventWithHttpInfo(id, etag, input);
    Event event = answer.getData();
    Expect.same("the title", event.getTitle(), input.getTitle());
    Expect.same("the text", event.getContent(), input.getContent());
    Expect.same("the start", event.getStartTime(), input.getStartTime());
    Expect.same("the venue", event.getVenue().getId(), input.getVenue());
    return Expect.etagOf(answer);
  }
}
