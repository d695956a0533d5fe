import type { OpenConnection, SendTo } from '../channel.ts';
import type { Facts } from './facts.ts';
import { type Format, formatOf } from './fields.ts';
import { theirSymbol } from './symbols.ts';
import { fillTemplate, type Name } from './template.ts';

type Body = { type: string; text: string };
/** The body of a request, or why there is none. */
export type Built = { body: Body } | { refused: string };
type Made = { facts: Facts; to: SendTo; connection: Pick<OpenConnection, 'settings' | 'secrets'> };

const json = (value: unknown): Built => ({
  body: { type: 'application/json', text: JSON.stringify(value) },
});
const refused = (reason: string): Built => ({ refused: reason });

/** The version of the standard payload. What is added to it keeps the version; what changes makes another. */
export const PAYLOAD_VERSION = 1;

const TYPES = {
  first: 'alert.created',
  update: 'alert.updated',
  correction: 'alert.corrected',
  digest: 'digest.created',
} as const satisfies Record<NonNullable<SendTo['purpose']>, string>;

/** The same for every attempt: a receiver compares a repeat byte by byte if it likes. */
function standard({ facts, to }: Made): Built {
  const { data, brand, language, direction, alerts, ...said } = facts;
  const { plots: _, time = null, ...market } = data ?? { plots: [] };
  const about = {
    id: to.about?.id ?? null,
    url: to.about?.url ?? null,
    brand,
    language,
    direction,
    ...market,
    ...said,
    ...(alerts.length > 0 && { alerts }),
  };
  const type = TYPES[to.purpose ?? 'first'];
  const { replay } = to;
  return json({
    type,
    version: PAYLOAD_VERSION,
    id: to.deliveryId,
    time,
    ...(replay && { replay }),
    alert: about,
  });
}

const WAY = { up: 'goes up', down: 'goes down' } as const;

/** What the owner chose for the alert's direction. None is ever assumed. */
function actionOf(
  { facts: { direction }, connection: { settings } }: Made,
  fields: Readonly<Record<'up' | 'down', string>>,
): { action: string } | { refused: string } {
  if (direction === null) return { refused: 'The alert has no direction, so there is no action for it.' };
  const action = settings[fields[direction]] ?? 'none';
  return action === 'none'
    ? { refused: `No action is chosen for an alert that ${WAY[direction]}.` }
    : { action };
}
const ORDER_FIELDS = { up: 'up', down: 'down' } as const;
const BOT_FIELDS = { up: 'botUp', down: 'botDown' } as const;

const NO_DATA = 'The alert is on no instrument of a market.';
const seconds = (iso: string): string => iso.replace(/\.\d+Z$/, 'Z');

/** As documented for TradingView alerts by platforms that take them (docs.traderspost.io, Signal Message Reference). */
function strategy(made: Made): Built {
  const chosen = actionOf(made, ORDER_FIELDS);
  if ('refused' in chosen) return chosen;
  const { data } = made.facts;
  if (!data?.bar) return refused(NO_DATA);
  return json({
    ticker: theirSymbol(made.connection.settings['symbols'], data) ?? data.ticker,
    action: chosen.action,
    price: data.bar.close,
    time: seconds(data.triggeredAt ?? data.time),
    interval: data.timeframe,
  });
}

/** "USDT_BTC" of BTCUSDT in USDT; null where the symbol doesn't end with its currency. */
function pairOf({ ticker, currency }: NonNullable<Facts['data']>): string | null {
  if (!currency || !ticker.endsWith(currency) || ticker === currency) return null;
  return `${currency}_${ticker.slice(0, -currency.length)}`;
}

/** As 3Commas documents the messages of a DCA bot: one that starts a deal, and one that closes it. */
function bot(made: Made): Built {
  const { settings, secrets } = made.connection;
  const chosen = actionOf(made, BOT_FIELDS);
  if ('refused' in chosen) return chosen;
  const { data } = made.facts;
  if (!data?.bar) return refused(NO_DATA);
  const pair = theirSymbol(settings['symbols'], data) ?? pairOf(data);
  // A bot of one pair would trade on an alert about any other.
  if (pair === null)
    return refused(`The pair of ${data.symbol} isn’t known. Enter it under “Symbols over there”.`);
  return json({
    ...(chosen.action === 'close' && { action: 'close_at_market_price' }),
    message_type: 'bot',
    bot_id: Number(settings['botId']),
    email_token: secrets['emailToken'] ?? '',
    delay_seconds: Number(settings['delaySeconds'] ?? 0),
    pair,
  });
}

/** A line as bridges to MetaTrader read it (docs.pineconnector.com, Syntax): license, command, symbol, parameters. */
function metatrader(made: Made): Built {
  const { settings, secrets } = made.connection;
  const chosen = actionOf(made, ORDER_FIELDS);
  if ('refused' in chosen) return chosen;
  const { data } = made.facts;
  if (!data?.bar) return refused(NO_DATA);
  const symbol = theirSymbol(settings['symbols'], data) ?? data.ticker;
  if (/[\s,]/.test(symbol))
    return refused(`A bridge can’t read the symbol ${symbol}. Enter another under “Symbols over there”.`);
  const parameters = settings['parameters'];
  const line = [secrets['license'] ?? '', chosen.action, symbol, ...(parameters ? [parameters] : [])];
  return { body: { type: 'text/plain; charset=utf-8', text: line.join(',') } };
}

function custom(made: Made): Built {
  const { facts, to, connection } = made;
  const { settings, secrets } = connection;
  const { data } = facts;
  const chosen = actionOf(made, ORDER_FIELDS);
  const at = (iso: string | null | undefined): string | null => (iso ? seconds(iso) : null);
  const values: Partial<Record<Name, string | null>> = {
    ticker: data && (theirSymbol(settings['symbols'], data) ?? data.ticker),
    exchange: data?.exchange ?? null,
    ...data?.bar,
    time: at(data?.time),
    timenow: at(data?.triggeredAt ?? data?.time),
    interval: data?.timeframe ?? null,
    'syminfo.currency': data?.currency ?? null,
    action: 'action' in chosen ? chosen.action : null,
    token: secrets['token'] ?? null,
    direction: facts.direction,
    headline: facts.headline,
    summary: facts.summary,
    brand: facts.brand,
    id: to.deliveryId,
    url: to.about?.url ?? null,
  };
  const filled = fillTemplate(settings['body'] ?? '', (name) => {
    const plot = /^plot_(\d+)$/.exec(name)?.[1];
    return (plot === undefined ? values[name] : data?.plots[Number(plot)]) ?? null;
  });
  if ('body' in filled) return { body: { type: filled.type, text: filled.body } };
  if ('isBroken' in filled) return refused('With the alert’s values filled in, the body isn’t valid JSON.');
  if (filled.missing === 'action' && 'refused' in chosen) return chosen;
  return refused(`The alert has no value for {{${filled.missing}}}.`);
}

const BUILDERS: Readonly<Record<Format, (made: Made) => Built>> = {
  standard,
  strategy,
  bot,
  metatrader,
  custom,
};

/**
 * The body of an alert for one endpoint. It follows from what was approved, the connection's settings and what the send
 * is told, and from nothing else.
 */
export function bodyFor(made: Made): Built {
  const format = formatOf(made.connection);
  // An update or a correction that reads like the first signal would be a second order.
  if (format !== 'standard' && (made.to.purpose ?? 'first') !== 'first')
    return refused('Only the alert itself is a signal. Updates and corrections go to standard payloads.');
  return BUILDERS[format](made);
}
