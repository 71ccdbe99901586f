using System;
using System.Linq;
using System.Net.Http;
using ArtMarketplace.Api;
using ArtMarketplace.Client;
using ArtMarketplace.Model;

class Events
{
    readonly HttpClient http;
    readonly Configuration authorized;
    readonly EventsApi api;
    readonly EventsApi publicApi;

    public Events(HttpClient http, Configuration authorized, Configuration anonymous)
    {
        this.http = http;
        this.authorized = authorized;
        api = new EventsApi(http, authorized);
        publicApi = new EventsApi(http, anonymous);
    }

    public void EnterAndChange()
    {
        var input = InputAtANewVenue();
        long id = Enter(input);
        string stale = Expect.EtagOf(api.RetrieveEventWithHttpInfo(id));
        string published = Publish(id, stale);
        var late = new EventPatch(title: "Too late");
        Expect.Refused(412, "precondition_failed", () => api.PartialUpdateEvent(id, stale, late));
        input.Title = "Southern Light";
        api.DeleteEvent(id, Replace(id, published, input));
        Expect.Refused(404, "not_found", () => api.RetrieveEvent(id));
    }

    EventInput InputAtANewVenue()
    {
        // Required values are asked for by constructors, and sent only when they are set again.
        var place = new VenueInput(name: "", country: "DK") { Name = "Kunsthal Nord" };
        var venue = new VenuesApi(http, authorized).CreateVenue(place);
        Expect.Same("the venue", venue.Name, "Kunsthal Nord");
        var categories = new EventCategoriesApi(http, authorized).ListEventCategories();
        return new EventInput(title: "", content: "Forty paintings of the far north.")
        {
            Title = "Northern Light",
            Category = categories.Results.First().Id,
            Venue = venue.Id,
            StartTime = new DateTime(2031, 3, 14, 9, 0, 0, DateTimeKind.Utc),
            EndTime = new DateTime(2031, 6, 30, 16, 0, 0, DateTimeKind.Utc),
        };
    }

    long Enter(EventInput input)
    {
        string idempotencyKey = Guid.NewGuid().ToString();
        var created = api.CreateEvent(input, idempotencyKey);
        Expect.Same("the state of a new event", created.PublishStatus, "draft");
        Expect.Same("a repeated event", api.CreateEvent(input, idempotencyKey).Id, created.Id);
        Expect.Refused(404, "not_found", () => publicApi.RetrieveEvent(created.Id));
        return created.Id;
    }

    string Publish(long id, string etag)
    {
        var patch = new EventPatch { PublishStatus = PublishStatus.Published, Content = null };
        var answer = api.PartialUpdateEventWithHttpInfo(id, etag, patch);
        Expect.Same("the state of the event", answer.Data.PublishStatus, "published");
        Expect.Same("the text", answer.Data.Content, null);
        Expect.SameRecord("the event for all", publicApi.RetrieveEvent(id), answer.Data);
        return Expect.EtagOf(answer);
    }

    string Replace(long id, string etag, EventInput input)
    {
        var answer = api.UpdateEventWithHttpInfo(id, etag, input);
        Expect.Same("the title", answer.Data.Title, input.Title);
        Expect.Same("the text", answer.Data.Content, input.Content);
        Expect.Same("the start", answer.Data.StartTime.ToUniversalTime(), input.StartTime);
        Expect.Same("the venue of the event", answer.Data.Venue.Id, input.Venue);
        return Expect.EtagOf(answer);
    }
}
