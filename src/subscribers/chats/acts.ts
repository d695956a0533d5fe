import type { Database, Tx } from '#src/db/database.ts';
import { linkOrigin } from '#src/db/queries/link-hosts.ts';
import { withTenant } from '#src/db/tenant.ts';
import { count, type LimitDeps } from '#src/platform/limits/count.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { ReaderAct, ReaderReply } from '#src/shared/reader-bots.ts';
import type { Links } from '../links.ts';
import { brandsOfBot, closeQuestion, leaveBot } from './leave.ts';
import {
  aimOf,
  answered,
  ask,
  type Bot,
  type BrandOf,
  brandOf,
  hasAll,
  isSubscribed,
  type Question,
  questionIn,
  readerIn,
} from './questions.ts';
import { subscribe } from './subscribe.ts';
import { readToken } from './tokens.ts';
import { chatWords } from './words.ts';

type Deps = {
  app: Database;
  clock: Clock;
  limits: LimitDeps;
  publicUrl: string;
  links: Pick<Links, 'urlsOf'>;
};
type Of<Kind extends ReaderAct['kind']> = Extract<ReaderAct, { kind: Kind }>;

/** What a chat may do in an hour. Beyond it nothing is answered, except that stopping works always. */
const PER_CHAT = { scope: 'reader-chat', max: 40, seconds: 3_600 };
/** Whatever else is written is answered so often. */
const HELP = { scope: 'reader-chat-help', max: 3, seconds: 3_600 };
const PER_BOT = { scope: 'reader-bot', max: 20_000, seconds: 3_600 };

/**
 * What people do in their own chat with a brand's bot: they subscribe, leave and ask for their link. Nothing they send
 * touches an alert.
 */
export function createReaderActs(deps: Deps) {
  /** @returns what they are to see; null for nothing */
  return async (bot: Bot, act: ReaderAct): Promise<ReaderReply | null> => {
    const isOut = act.kind === 'stop' || act.kind === 'left';
    if (!isOut && !(await isWithin(bot, act))) return null;
    const now = deps.clock();
    return withTenant(deps.app, bot.workspaceId, async (tx) => {
      switch (act.kind) {
        case 'start':
          return start(tx, bot, act, now);
        case 'answer':
          return answer(tx, bot, act, now);
        case 'stop':
        case 'left':
          return stop(tx, bot, act, now);
        case 'settings':
          return settings(tx, bot, act.chat, now);
        case 'other': {
          const brand = await lastBrand(tx, bot, await questionIn(tx, bot, act.chat), null);
          return brand && { says: chatWords(brand.language).help(brand.name) };
        }
      }
    });
  };

  async function isWithin({ connectionId }: Bot, { kind, chat }: ReaderAct): Promise<boolean> {
    const key = `${connectionId} ${chat}`;
    const limits = [{ ...PER_CHAT, key }, ...(kind === 'other' ? [{ ...HELP, key }] : [])];
    for (const limit of [...limits, { ...PER_BOT, key: connectionId }])
      if (!(await count(deps.limits, limit)).within) return false;
    return true;
  }

  /** The brand that the chat was last about, else the bot's first one. */
  async function lastBrand(tx: Tx, bot: Bot, last: Question | null, wanted: string | null) {
    const language = wanted ?? last?.language ?? null;
    const known = last && (await brandOf(tx, bot, { id: last.brandId, wanted: language }));
    if (known) return known;
    const [first] = await brandsOfBot(tx, bot);
    return first === undefined ? null : brandOf(tx, bot, { id: first, wanted: language });
  }

  async function start(
    tx: Tx,
    bot: Bot,
    { chat, name, language, token }: Of<'start'>,
    now: Date,
  ): Promise<ReaderReply | null> {
    const last = await questionIn(tx, bot, chat);
    const usual = await lastBrand(tx, bot, last, language);
    if (!usual) return null;
    const reader = await readerIn(tx, bot, chat);
    const isOpen = last !== null && last.answer === null && last.expiresAt > now;
    // A repeated call, or someone who starts once more before they answer.
    if (last && isSameLink(last, token) && last.brandId === usual.id) {
      if (reader && (await isSubscribed(tx, bot, reader, usual.id)) && !isOpen)
        return { says: chatWords(usual.language).already(usual.name) };
      if (isOpen) return asking(usual, last);
    }
    const aim =
      token === null
        ? { brandId: usual.id, audienceId: last?.audienceId ?? usual.audienceId, person: null }
        : await aimOf(tx, bot, token, now);
    const brand = aim && (await brandOf(tx, bot, { id: aim.brandId, wanted: language }));
    if (!aim || !brand) return { says: chatWords(usual.language).badLink };
    if (reader && (await hasAll(tx, bot, reader, token === null ? { ...aim, audienceId: null } : aim)))
      return { says: chatWords(brand.language).already(brand.name) };
    return asking(brand, await ask(tx, bot, { chat, name, language, brand, aim, now }));
  }

  async function answer(tx: Tx, bot: Bot, act: Of<'answer'>, now: Date): Promise<ReaderReply | null> {
    const question = await questionIn(tx, bot, act.chat);
    const { language = null } = question ?? {};
    const brand =
      question?.key === act.key
        ? await brandOf(tx, bot, { id: question.brandId, wanted: language })
        : await lastBrand(tx, bot, question, language);
    if (!brand) return null;
    const words = chatWords(brand.language);
    const given = act.yes ? 'yes' : 'no';
    const isOpen = question?.key === act.key && question.expiresAt > now;
    if (!question || !isOpen || (question.answer !== null && question.answer !== given))
      return { says: words.closed };
    // A repeated call changes nothing.
    if (question.answer === null) {
      await answered(tx, bot, { chat: act.chat, yes: act.yes, now });
      if (act.yes && !(await subscribe(tx, { bot, question, chat: act.chat, at: now }))) {
        await answered(tx, bot, { chat: act.chat, yes: null, now });
        return { says: words.full };
      }
    }
    return { says: act.yes ? words.subscribed(brand.name) : words.declined };
  }

  async function stop(tx: Tx, bot: Bot, { kind, chat }: Pick<ReaderAct, 'kind' | 'chat'>, now: Date) {
    const brand = await lastBrand(tx, bot, await questionIn(tx, bot, chat), null);
    const reader = await readerIn(tx, bot, chat);
    await closeQuestion(tx, { ...bot, chat }, now);
    const changed = reader !== null && (await leaveBot(tx, bot, reader, now));
    if (kind === 'left' || !brand) return null;
    const words = chatWords(brand.language);
    return { says: changed ? words.stopped(brand.name) : words.notSubscribed };
  }

  async function settings(tx: Tx, bot: Bot, chat: string, now: Date): Promise<ReaderReply | null> {
    const brand = await lastBrand(tx, bot, await questionIn(tx, bot, chat), null);
    if (!brand) return null;
    const words = chatWords(brand.language);
    const { workspaceId } = bot;
    const reader = await readerIn(tx, bot, chat);
    if (!reader) return { says: words.notSubscribed };
    const { publicUrl } = deps;
    const origin = await linkOrigin(tx, { workspaceId, brandId: brand.id, publicUrl }, now);
    const { contactId, addressId } = reader;
    const person = { workspaceId, contactId, brandId: brand.id, addressId };
    const { preferencesUrl } = deps.links.urlsOf({ ...person, topic: null }, origin);
    return { says: words.settings(brand.name, preferencesUrl) };
  }
}
type Asked = Pick<Question, 'key' | 'wording' | 'hint'>;
function asking({ language }: BrandOf, { key, wording, hint }: Asked): ReaderReply {
  const { yes, no, forPerson } = chatWords(language);
  return { says: hint === '' ? wording : `${forPerson(hint)} ${wording}`, asks: { key, yes, no } };
}

/** Whether it was asked by the same link, which works once; without one, whether there was a question at all. */
function isSameLink({ linkHash }: Question, token: string | null): boolean {
  if (token === null) return true;
  const read = readToken(token);
  return read?.of === 'person' && linkHash !== null && linkHash.equals(read.hash);
}

export type ReaderActs = ReturnType<typeof createReaderActs>;
