package main

import (
	"context"
	"crypto/rand"
	"time"

	"partner/api"
	"partner/expect"
)

func enterEvent(
	ctx context.Context, partner, stranger *api.APIClient,
) (event *api.Event, etag string) {
	create := partner.EventsAPI.CreateEvent(ctx).IdempotencyKey(rand.Text()).
		EventInput(*northernLight(firstCategory(ctx, partner), createVenue(ctx, partner)))
	event = record(create.Execute())
	expect.Same("the state of the new event", event.PublishStatus, string(api.DRAFT))
	expect.Same("the repeated event", record(create.Execute()).Id, event.Id)

	_, _, err := stranger.EventsAPI.RetrieveEvent(ctx, event.Id).Execute()
	refused(err, 404, "not_found")
	return taken(partner.EventsAPI.RetrieveEvent(ctx, event.Id).Execute())
}

func northernLight(category, venue int64) *api.EventInput {
	input := api.NewEventInput(venue, category, "Northern Light",
		time.Date(2026, time.March, 14, 9, 0, 0, 0, time.UTC),
		time.Date(2026, time.June, 30, 16, 0, 0, 0, time.UTC))
	input.SetContentNil()
	return input
}

func firstCategory(ctx context.Context, client *api.APIClient) int64 {
	return record(client.EventCategoriesAPI.ListEventCategories(ctx).Execute()).Results[0].Id
}

func createVenue(ctx context.Context, client *api.APIClient) int64 {
	input := api.NewVenueInput("Kunsthal Nord")
	input.SetCountry("DK")
	venue := record(client.VenuesAPI.CreateVenue(ctx).VenueInput(*input).Execute())
	expect.Same("the venue", venue.Name, "Kunsthal Nord")
	return venue.Id
}

func publishEvent(
	ctx context.Context, partner, stranger *api.APIClient, event *api.Event, etag string,
) string {
	update := partner.EventsAPI.PartialUpdateEvent(ctx, event.Id).IfMatch(etag)
	patch := api.NewEventPatch()
	patch.SetPublishStatus(api.PUBLISHED)
	patch.SetFeaturedImageNil()
	published, newTag := taken(update.EventPatch(*patch).Execute())
	expect.Same("the state of the event", published.PublishStatus, "published")
	seen := record(stranger.EventsAPI.RetrieveEvent(ctx, event.Id).Execute())
	expect.Same("the title for all", seen.Title, event.Title)

	late := api.NewEventPatch()
	late.SetTitle("Too late")
	_, _, err := update.EventPatch(*late).Execute()
	refused(err, 412, "precondition_failed")
	return newTag
}

func replaceEvent(
	ctx context.Context, client *api.APIClient, event *api.Event, etag string,
) string {
	input := northernLight(event.Category.Id, event.Venue.Id)
	input.Title = "Southern Light"
	replaced, newTag := taken(
		client.EventsAPI.UpdateEvent(ctx, event.Id).IfMatch(etag).EventInput(*input).Execute())
	expect.Same("the title", replaced.Title, "Southern Light")
	expect.Same("the venue of the event", replaced.Venue.Id, event.Venue.Id)
	return newTag
}

func deleteEvent(ctx context.Context, client *api.APIClient, id int64, etag string) {
	deleted(client.EventsAPI.DeleteEvent(ctx, id).IfMatch(etag).Execute())
	_, _, err := client.EventsAPI.RetrieveEvent(ctx, id).Execute()
	refused(err, 404, "not_found")
}
