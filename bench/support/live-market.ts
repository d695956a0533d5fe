/**
 * An exchange in a process of its own, as far away as loopback: it trades so many symbols in turn, a fixed number of
 * times a second, and writes on a trade that closes a bar which one it closes and when it was sent. `bench/live.ts`
 * starts it; the clock of the machine is the same for both.
 */
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

export type MarketPlan = {
  symbols: string[];
  perSecond: number;
  /** Time at `began` (ms of the machine's clock), and how fast it runs. */
  base: number;
  began: number;
  speed: number;
  graceMs: number;
  /** All bars close at the same moment, or one after the other. */
  isTogether: boolean;
};
export type FromMarket = { port: number };

const MINUTE = 60_000;
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** What the trade that closes a bar carries: the place of its symbol, and when it was sent. */
export const readClosing = (text: string): { place: number; at: number } | null => {
  if (!text.endsWith('!"}')) return null;
  const [place = '', at = ''] = (text.slice(text.lastIndexOf(':"') + 2, -3) ?? '').split(' ');
  return { place: Number(place), at: Number(at) };
};

function trade(plan: MarketPlan): void {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  const minutes: number[] = [];
  const ids: number[] = [];
  server.on('listening', () => process.send?.({ port: (server.address() as AddressInfo).port }));
  server.on('connection', (client) => {
    const wanted = new Set<string>();
    client.on('message', (data: Buffer) => {
      const asked = JSON.parse(data.toString('utf8')) as { type: string; symbols: string[] };
      for (const symbol of asked.symbols) if (asked.type === 'subscribe') wanted.add(symbol);
    });
    const began = machineMs();
    let turn = 0;
    const timer = setInterval(() => {
      const due = ((machineMs() - began) / 1000) * plan.perSecond;
      for (; turn < due; turn += 1) {
        const place = turn % plan.symbols.length;
        const symbol = plan.symbols[place] ?? '';
        if (!wanted.has(symbol)) continue;
        const at = machineMs();
        const late = plan.isTogether ? 0 : (place / plan.symbols.length) * MINUTE;
        const time = Math.floor(plan.base + (at - plan.began) * plan.speed - late);
        const minute = Math.floor((time - plan.graceMs) / MINUTE);
        const id = (ids[place] ?? 0) + 1;
        const isClosing = minutes[place] !== undefined && minute > minutes[place];
        ids[place] = id;
        minutes[place] = minute;
        const text = `{"type":"trade","symbol":"${symbol}","id":${id},"time":${time},"price":"${100 + (id % 50) / 10}","size":"1"`;
        client.send(isClosing ? `${text},"closes":"${place} ${at}!"}` : `${text}}`);
      }
    }, 1);
    client.on('close', () => clearInterval(timer));
  });
  process.on('disconnect', () => process.exit(0));
}

const plan = process.env['BENCH_MARKET'];
if (plan !== undefined && process.send) trade(JSON.parse(plan) as MarketPlan);
