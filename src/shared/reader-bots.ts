import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';

/** A link that adds a chat to a known person works once, for so long, in minutes. */
export const READER_LINK_MINUTES = 60;
/** What a bot asked is open for so many days. */
export const READER_ASK_DAYS = 7;
/** What a link to a bot holds: whom it is for, by its first letter. Codes of members have no underscore. */
export const READER_TOKEN = /^[bfp]_[A-Za-z0-9_-]{20,62}$/;

/** What a person did in their own chat with a bot, as the provider vouches for it. Groups are none. */
export type ReaderAct =
  | { kind: 'start'; chat: string; name: string; language: string | null; token: string | null }
  | { kind: 'answer'; chat: string; key: string; yes: boolean }
  | { kind: 'stop' | 'settings' | 'other'; chat: string }
  /** They blocked the bot: nothing can be answered. */
  | { kind: 'left'; chat: string };

/** What they see. `asks`: with buttons for yes and no, which name the question. */
export type ReaderReply = { says: string; asks?: { key: string; yes: string; no: string } };

/** A brand's bot that people subscribe with. */
export const readerBotSchema = z.object({
  brandId: z.uuid(),
  brand: z.string(),
  connectionId: z.uuid(),
  connection: z.string(),
  channel: channelKindSchema,
  practice: z.boolean(),
  bot: z.string(),
  /** The list that people join who come by `url`; null for none. */
  audienceId: z.nullable(z.uuid()),
  audience: z.nullable(z.string()),
  url: z.string(),
  /** The same as a QR code, an SVG. */
  qr: z.string(),
  /** People who get the brand's alerts there. */
  subscribers: z.int(),
});
export type ReaderBot = z.infer<typeof readerBotSchema>;

const named = z.object({ id: z.uuid(), name: z.string() });
/** GET /api/v1/reader-bots */
export const readerBotsSchema = z.object({
  items: z.array(readerBotSchema),
  /** What a bot can be for, and which there are. */
  brands: z.array(named),
  lists: z.array(named),
  connections: z.array(z.extend(named, { channel: channelKindSchema })),
});
export type ReaderBots = z.infer<typeof readerBotsSchema>;

/** POST /api/v1/reader-bots */
export const readerBotFormSchema = z.strictObject({
  brandId: z.uuid('Choose a brand.'),
  connectionId: z.uuid('Choose a bot.'),
  audienceId: z._default(z.nullable(z.uuid('Choose a list.')), null),
});
export type ReaderBotForm = z.infer<typeof readerBotFormSchema>;
