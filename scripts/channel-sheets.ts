/**
 * What every channel makes of ten kinds of events, as its app shows it: sends each to the channel's practice provider and
 * writes a page per channel, to be looked at. Figures are those of the test events.
 *
 *   npm run sheets [-- folder, test-results/channels unless told]
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Channel } from '#src/engine/channels/channel.ts';
import { practiceConnection } from '#src/engine/channels/practice-connection.ts';
import { callOver } from '#src/engine/channels/call-over.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { newKeys } from '#src/engine/channels/web-push/keys.fixture.ts';
import { madeEvents } from '#src/engine/content/picture/events.fixture.ts';
import { pictureOf } from '#src/engine/content/picture/picture-of-alert.ts';
import { rasterize } from '#src/engine/content/picture/rasterize.ts';
import { formOf, laidOut } from '#src/engine/content/templates/lay-out.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import { conversationHtml } from '#src/platform/outbox/practice-routes.ts';
import type { PracticeProvider } from '#src/platform/practice/provider.ts';
import { memoryRoom } from '#src/platform/practice/room.ts';
import { startPractice } from '#src/platform/practice/server.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { FORMATS } from '#src/shared/content/picture-formats.ts';

const EVENTS = 10;
const folder = process.argv[2] ?? path.join('test-results', 'channels');
const now = Date.parse('2026-01-02T14:30:00Z');
const room = memoryRoom(
  () => now,
  () => 'takes',
);
const pictures = new Map<string, Buffer>();

/** The alert of an event with a chart and a card, as it would be drawn. */
async function pictured(event: ReturnType<typeof madeEvents>[number]): Promise<AlertDocument> {
  const draw = async (format: 'chart' | 'wide') => {
    const sketch = pictureOf(event.document, event, { format });
    const bytes = await rasterize(sketch.svg, sketch.zoom);
    const hash = await room.keepFile(bytes);
    pictures.set(hash, bytes);
    return {
      description: sketch.description,
      problem: null,
      picture: { hash, type: 'image/png' as const, ...sketch.size },
    };
  };
  const [chart, card] = [await draw('chart'), await draw('wide')];
  const { width, height } = FORMATS.wide;
  const callToAction = { label: ['See the evidence'], url: 'https://harbor.example/alerts/1' };
  return {
    ...event.document,
    chart,
    pictures: [{ format: 'wide', width, height, ...card }],
    callToAction,
  };
}

async function sheetOf(channel: Channel, provider: PracticeProvider, documents: readonly AlertDocument[]) {
  const server = await startPractice({ providers: [provider], room });
  const connection = practiceConnection(channel, provider);
  const call = createCallProvider({
    allowPrivate: false,
    agent: 'Sheets',
    now: () => now,
    practiceUrl: server.url,
  });
  const keys = newKeys();
  const given = await channel.devices?.practice(keys.publicKey, call);
  const registered = channel.devices?.read(given, '', keys.publicKey)?.registered;
  const device = registered === undefined ? {} : { device: { registered, keys, expiresAt: null } };
  for (const [n, document] of documents.entries()) {
    const prepared = await channel.render(laidOut(document, formOf(channel.limits)));
    const outcome = await channel.send(
      prepared,
      {
        deliveryId: `sheet-${n}`,
        attempt: 1,
        target: channel.destination ? 'destination' : 'address',
        address:
          provider.account.place?.address ?? channel.address?.normalize(channel.address.placeholder) ?? '',
      },
      {
        connection,
        ...device,
        sender: { brandName: document.look.name, settings: {}, secrets: {} },
        mail: {
          from: '',
          transport: () => {
            throw new Error('Sheets send no mail.');
          },
        },
        call: callOver(call, connection),
        picture: async (hash) => pictures.get(hash) ?? null,
        now: () => now,
        random: () => 0.5,
      },
    );
    if (outcome.outcome !== 'sent') console.log(`${channel.title}, event ${n + 1}: ${outcome.reason}`);
  }
  await server.stop();
  const messages = await room.messages(channel.kind);
  const files = new Map(
    await Promise.all(
      messages
        .flatMap((message) => message.pictures)
        .map(async ({ hash }) => [hash, Buffer.from((await room.file(hash)) ?? [])] as const),
    ),
  );
  const html = await conversationHtml(provider, null, messages, {
    pictureUrl: (hash) => `data:image/png;base64,${files.get(hash)?.toString('base64') ?? ''}`,
  });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${channel.kind}.html`), String(html));
  console.log(`${channel.title}: ${messages.length} messages`);
}

const documents: AlertDocument[] = [];
for (const event of madeEvents().slice(0, EVENTS)) documents.push(await pictured(event));
for (const channel of channels()) {
  const provider = await channel.practice?.();
  if (provider) await sheetOf(channel, provider, documents);
}
console.log(`Written to ${folder}`);
process.exit(0);
