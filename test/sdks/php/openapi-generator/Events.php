<?php

declare(strict_types=1);

use ArtMarketplace\Api\EventCategoriesApi;
use ArtMarketplace\Api\EventsApi;
use ArtMarketplace\Api\VenuesApi;
use ArtMarketplace\Configuration;
use ArtMarketplace\Model\EventInput;
use ArtMarketplace\Model\EventPatch;
use ArtMarketplace\Model\PublishStatus;
use ArtMarketplace\Model\VenueInput;

final class Events
{
    private readonly EventsApi $api;
    private readonly EventsApi $publicApi;

    public function __construct(private readonly Configuration $authorized, Configuration $anonymous)
    {
        $this->api = new EventsApi(config: $authorized);
        $this->publicApi = new EventsApi(config: $anonymous);
    }

    public function enterAndChange(): void
    {
        $input = $this->inputAtANewVenue();
        $id = $this->enter($input);
        $stale = Expect::etagOf($this->api->retrieveEventWithHttpInfo($id));
        $published = $this->publish($id, $stale);
        $late = new EventPatch(['title' => 'Too late']);
        $change = fn() => $this->api->partialUpdateEvent($id, $stale, $late);
        Expect::refused(412, 'precondition_failed', $change);
        $replaced = $this->replace($id, $published, $input->setTitle('Southern Light'));
        $this->api->deleteEvent($id, $replaced);
        Expect::refused(404, 'not_found', fn() => $this->api->retrieveEvent($id));
    }

    private function inputAtANewVenue(): EventInput
    {
        $place = new VenueInput(['name' => 'Kunsthal Nord', 'country' => 'DK']);
        $venue = (new VenuesApi(config: $this->authorized))->createVenue($place);
        Expect::same('the venue', $venue->getName(), 'Kunsthal Nord');
        $categories = (new EventCategoriesApi(config: $this->authorized))->listEventCategories();
        return new EventInput([
            'title' => 'Northern Light',
            'category' => $categories->getResults()[0]->getId(),
            'venue' => $venue->getId(),
            'start_time' => new DateTime('2031-03-14T09:00:00Z'),
            'end_time' => new DateTime('2031-06-30T16:00:00Z'),
            'content' => 'Forty paintings of the far north.',
        ]);
    }

    private function enter(EventInput $input): int
    {
        $idempotencyKey = bin2hex(random_bytes(16));
        $event = $this->api->createEvent($input, $idempotencyKey);
        $repeated = $this->api->createEvent($input, $idempotencyKey);
        Expect::same('the state of a new event', $event->getPublishStatus(), PublishStatus::DRAFT);
        Expect::same('a repeated event', $repeated->getId(), $event->getId());
        $look = fn() => $this->publicApi->retrieveEvent($event->getId());
        Expect::refused(404, 'not_found', $look);
        return $event->getId();
    }

    private function publish(int $id, string $etag): string
    {
        $patch = new EventPatch(['publish_status' => PublishStatus::PUBLISHED, 'content' => null]);
        $answer = $this->api->partialUpdateEventWithHttpInfo($id, $etag, $patch);
        $status = $answer[0]->getPublishStatus();
        Expect::same('the state of the event', $status, PublishStatus::PUBLISHED);
        Expect::same('the text', $answer[0]->getContent(), null);
        $public = $this->publicApi->retrieveEvent($id);
        Expect::same('the event for all', json_encode($public), json_encode($answer[0]));
        return Expect::etagOf($answer);
    }

    private function replace(int $id, string $etag, EventInput $input): string
    {
        $answer = $this->api->updateEventWithHttpInfo($id, $etag, $input);
        Expect::same('the title', $answer[0]->getTitle(), $input->getTitle());
        Expect::same('the text', $answer[0]->getContent(), $input->getContent());
        Expect::same('the start', $answer[0]->getStartTime() == $input->getStartTime(), true);
        Expect::same('the venue of the event', $answer[0]->getVenue()->getId(), $input->getVenue());
        return Expect::etagOf($answer);
    }
}
