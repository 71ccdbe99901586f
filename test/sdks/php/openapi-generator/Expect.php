<?php

declare(strict_types=1);

use ArtMarketplace\ApiException;
use ArtMarketplace\Model\Problem;
use GuzzleHttp\HandlerStack;
use GuzzleHttp\Middleware;
use GuzzleHttp\Psr7\Uri;
use Psr\Http\Message\RequestInterface;

final class Expect
{
    public static function same(string $what, mixed $actual, mixed $wanted): void
    {
        if ($actual !== $wanted) {
            $shown = json_encode($actual) . ' and not ' . json_encode($wanted);
            throw new UnexpectedValueException("$what is $shown");
        }
    }

    public static function refused(int $status, string $code, callable $call): Problem
    {
        try {
            $answer = $call();
        } catch (ApiException $refusal) {
            $problem = $refusal->getResponseObject();
            self::same('a problem', $problem instanceof Problem, true);
            self::same('the status', $refusal->getCode(), $status);
            self::same('the status of the problem', $problem->getStatus(), $status);
            self::same('the code of the problem', $problem->getCode(), $code);
            self::same('the type of the problem', basename($problem->getType()), $code);
            return $problem;
        }
        throw new UnexpectedValueException('not refused: ' . json_encode($answer));
    }

    /** @param array{0: mixed, 1: int, 2: array<string, string[]>} $answer */
    public static function etagOf(array $answer): string
    {
        return array_change_key_case($answer[2])['etag'][0];
    }

    /** Sends requests with another value of a query parameter. */
    public static function withQuery(string $name, string $value): HandlerStack
    {
        $handlers = HandlerStack::create();
        $handlers->push(Middleware::mapRequest(static fn(RequestInterface $request) => $request->withUri(
            Uri::withQueryValue($request->getUri(), $name, $value)
        )));
        return $handlers;
    }
}
