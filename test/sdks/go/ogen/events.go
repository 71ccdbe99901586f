package main

import (
	"context"
	"crypto/rand"
	"time"

	"partner/api"
	"partner/expect"
)

func enterEvent(
	ctx context.Context, partner, stranger *api.Client,
) (event api.Event, etag string) {
	input := northernLight(firstCategory(ctx, partner), createVenue(ctx, partner))
	params := api.CreateEventParams{IdempotencyKey: api.NewOptString(rand.Text())}
	event = taken[*api.CreatedEventHeaders](partner.CreateEvent(ctx, input, params)).Response
	expect.Same("the state of the new event", event.PublishStatus, string(api.PublishStatusDraft))
	repeated := taken[*api.CreatedEventHeaders](partner.CreateEvent(ctx, input, params)).Response
	expect.Same("the repeated event", repeated.ID, event.ID)

	read := api.RetrieveEventParams{ID: event.ID}
	hidden := taken[*api.NotFoundHeaders](stranger.RetrieveEvent(ctx, read))
	refused(hidden.Response, 404, "not_found")
	return event, taken[*api.EventHeaders](partner.RetrieveEvent(ctx, read)).ETag
}

func northernLight(category, venue int64) *api.EventInput {
	input := &api.EventInput{
		Title:     "Northern Light",
		Category:  category,
		Venue:     venue,
		StartTime: time.Date(2026, time.March, 14, 9, 0, 0, 0, time.UTC),
		EndTime:   time.Date(2026, time.June, 30, 16, 0, 0, 0, time.UTC),
	}
	input.Content.SetToNull()
	return input
}

func firstCategory(ctx context.Context, client *api.Client) int64 {
	params := api.ListEventCategoriesParams{}
	page := taken[*api.EventCategoryPageHeaders](client.ListEventCategories(ctx, params))
	return page.Response.Results[0].ID
}

func createVenue(ctx context.Context, client *api.Client) int64 {
	input := &api.VenueInput{Name: "Kunsthal Nord", Country: api.NewOptString("DK")}
	created := taken[*api.CreatedVenueHeaders](
		client.CreateVenue(ctx, input, api.CreateVenueParams{}))
	expect.Same("the venue", created.Response.Name, "Kunsthal Nord")
	return created.Response.ID
}

func publishEvent(
	ctx context.Context, partner, stranger *api.Client, event api.Event, etag string,
) string {
	params := api.PartialUpdateEventParams{ID: event.ID, IfMatch: etag}
	patch := &api.PartialUpdateEventApplicationMergePatchJSON{
		PublishStatus: api.NewOptPublishStatus(api.PublishStatusPublished),
	}
	patch.FeaturedImage.SetToNull()
	published := taken[*api.EventHeaders](partner.PartialUpdateEvent(ctx, patch, params))
	expect.Same("the state of the event", published.Response.PublishStatus, "published")
	read := api.RetrieveEventParams{ID: event.ID}
	seen := taken[*api.EventHeaders](stranger.RetrieveEvent(ctx, read))
	expect.Same("the title for all", seen.Response.Title, event.Title)

	late := &api.PartialUpdateEventApplicationMergePatchJSON{Title: api.NewOptString("Too late")}
	refusal := taken[*api.PreconditionFailedHeaders](
		partner.PartialUpdateEvent(ctx, late, params))
	refused(refusal.Response, 412, "precondition_failed")
	return published.ETag
}

func replaceEvent(ctx context.Context, client *api.Client, event api.Event, etag string) string {
	input := northernLight(event.Category.ID, event.Venue.ID)
	input.Title = "Southern Light"
	params := api.UpdateEventParams{ID: event.ID, IfMatch: etag}
	replaced := taken[*api.EventHeaders](client.UpdateEvent(ctx, input, params))
	expect.Same("the title", replaced.Response.Title, "Southern Light")
	expect.Same("the venue of the event", replaced.Response.Venue.ID, event.Venue.ID)
	return replaced.ETag
}

func deleteEvent(ctx context.Context, client *api.Client, id int64, etag string) {
	taken[*api.Deleted](client.DeleteEvent(ctx, api.DeleteEventParams{ID: id, IfMatch: etag}))
	read := api.RetrieveEventParams{ID: id}
	refusal := taken[*api.NotFoundHeaders](client.RetrieveEvent(ctx, read))
	refused(refusal.Response, 404, "not_found")
}
