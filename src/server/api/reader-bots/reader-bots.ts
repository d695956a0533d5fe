import type { ReaderBotService } from '#src/engine/reader-chats/reader-bots.ts';
import { byOf, changerOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { READER_BOTS } from './contract.ts';

const NONE = { sentence: 'This brand has no bot for readers.' };

/** The bots that people subscribe with. */
export function addReaderBotRoutes(route: Route, { readerBots }: { readerBots: ReaderBotService }): void {
  route(READER_BOTS.list, async (c) => c.json(await readerBots.list(here(c))));
  route(READER_BOTS.set, async (c, body) => c.json(await readerBots.set(byOf(c), await body())));
  route(READER_BOTS.remove, async (c) => {
    await readerBots.remove(changerOf(c), idOf(c, NONE));
    return c.body(null, 204);
  });
}
