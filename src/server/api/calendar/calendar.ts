import { createCalendarSources } from '#src/engine/external/calendar/sources.ts';
import { type CalendarAsk, listEntries } from '#src/engine/external/calendar/entries.ts';
import {
  CALENDAR_DAYS_MAX,
  CALENDAR_PAGE_MAX,
  ENTRY_KINDS,
  IMPORTANCES,
} from '#src/shared/calendar/entry.ts';
import { isTimeZone } from '#src/shared/calendar/sources.ts';
import { daySchema } from '#src/shared/day.ts';
import { byOf, here } from '../actor.ts';
import { cursorOf, invalid, limitOf } from '../paging.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { CALENDAR } from './contract.ts';

const DAY_MS = 86_400_000;
const NONE = { sentence: 'There is no such calendar.' };

type Deps = Omit<Parameters<typeof createCalendarSources>[0], 'allowPrivate'> & {
  /** Whether sources may be on private networks. */
  privateAddresses: boolean;
};

/** Calendars of a workspace: their sources and their entries. */
export function addCalendarRoutes(route: Route, deps: Deps): void {
  const sources = createCalendarSources({ ...deps, allowPrivate: deps.privateAddresses });

  route(CALENDAR.entries, async (c) =>
    c.json(await listEntries(deps.app, here(c), readAsk(new URL(c.req.url).searchParams, deps.clock()))),
  );
  route(CALENDAR.sources, async (c) => c.json({ items: await sources.list(here(c)) }));
  route(CALENDAR.addSource, async (c, body) => c.json(await sources.add(byOf(c), await body()), 201));
  route(CALENDAR.changeSource, async (c, body) => {
    const form = await body();
    return c.json(await sources.change(byOf(c), idOf(c, NONE), form));
  });
  route(CALENDAR.removeSource, async (c) => {
    await sources.remove(byOf(c), idOf(c, NONE));
    return c.body(null, 204);
  });
  route(CALENDAR.giveFile, async (c) =>
    c.json(
      await sources.give(byOf(c), idOf(c, NONE), async () => {
        const file = new Uint8Array(await c.req.arrayBuffer());
        await c.get('checkAgain')?.();
        return file;
      }),
    ),
  );
}

const textOf = (query: URLSearchParams, name: string): string | null => {
  const text = query.get(name)?.trim() ?? '';
  if (text.length > 100 || text.includes('\0')) throw invalid(name, text, 'a text of up to 100 characters');
  return text === '' ? null : text;
};

function oneOf<T extends string>(name: string, text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text);
  if (found === undefined) throw invalid(name, text, words.join(', '));
  return found;
}

function dayIn(query: URLSearchParams, name: string, otherwise: string): string {
  const text = textOf(query, name);
  if (text === null) return otherwise;
  if (!daySchema.safeParse(text).success) throw invalid(name, text, 'a day like 2026-11-24');
  return text;
}

/** The filter of the query; a week from today by default. @throws AppError validation_failed */
function readAsk(query: URLSearchParams, now: Date): CalendarAsk {
  const zone = textOf(query, 'zone') ?? 'UTC';
  if (!isTimeZone(zone)) throw invalid('zone', zone, 'a time zone like Europe/London');
  const dayAfter = (days: number, from: Date): string =>
    new Date(from.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const from = dayIn(query, 'from', dayAfter(0, now));
  const to = dayIn(query, 'to', dayAfter(7, new Date(`${from}T00:00:00Z`)));
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0) throw invalid('to', to, 'a day that is not before `from`');
  if (days > CALENDAR_DAYS_MAX) throw invalid('to', to, `a day at most ${CALENDAR_DAYS_MAX} after \`from\``);
  const importance = textOf(query, 'importance');
  const source = textOf(query, 'source');
  if (source !== null && !/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(source))
    throw invalid('source', source, 'the id of a calendar');
  const many = (name: string): string[] =>
    query.getAll(name).flatMap((value) => {
      if (value.length > 40 || value.includes('\0'))
        throw invalid(name, value, 'a text of up to 40 characters');
      return value.trim() === '' ? [] : [value.trim()];
    });
  return {
    from,
    to,
    zone,
    kinds: many('kind').map((kind) => oneOf('kind', kind, ENTRY_KINDS)),
    importance: importance === null ? null : oneOf('importance', importance, IMPORTANCES),
    places: many('place').slice(0, 50),
    symbol: textOf(query, 'symbol'),
    source,
    words: textOf(query, 'q'),
    after: cursorOf(query.get('cursor')),
    limit: limitOf(query.get('limit'), CALENDAR_PAGE_MAX),
  };
}
