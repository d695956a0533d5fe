import { expect, it } from 'vitest';
import { RECORD_FILE_MAX, type RecordedAlert } from '#src/shared/ledger-search.ts';
import { collectFound, RECORD_HEAD, recordLines } from './search-file.ts';

const ITEM: RecordedAlert = {
  alert: '0199a3f0-0000-7000-8000-000000000001',
  title: '=HYPERLINK("http://x.example")',
  symbol: 'SPX',
  brand: { id: '0199a3f0-0000-7000-8000-000000000002', name: '+Harbor' },
  at: '2026-11-26T10:00:00.000Z',
  figures: { line: 'SPX, 1D', rows: [{ label: 'Price', value: '2,386.13 USD' }] },
  said: [
    {
      title: 'SPX falls',
      text: 'It "fell".',
      channels: [
        { channel: 'email', language: 'en' },
        { channel: 'email', language: 'de' },
      ],
      approved: true,
    },
    { title: null, text: 'It rose.', channels: [], approved: false },
  ],
  decisions: [
    {
      entry: 7,
      at: '2026-11-26T10:01:00.000Z',
      decision: 'approved',
      by: 'Ada Byron',
      isPolicy: false,
      person: null,
      entity: 'Harbor & Vale',
      reason: 'Checked',
    },
  ],
  outcomes: [{ state: 'sent', count: 3 }],
  recipients: [{ to: '@desk', channel: 'telegram', state: 'sent', at: '2026-11-26T10:02:00.000Z' }],
};

it('has a column for each part of an answer, and no cell that a spreadsheet would run', () => {
  expect(RECORD_HEAD).toMatch(/^\uFEFFalert,created,symbol,.*,recipients\r\n$/);
  const line = recordLines([ITEM]);
  expect(line).toContain(`"'=HYPERLINK(""http://x.example"")"`);
  expect(line).toContain(",'+Harbor,");
  expect(line).toContain(
    '"email (en), email (de): SPX falls. It ""fell"".\n\nkept on the ledger, not approved: It rose."',
  );
  expect(line).toContain('"approved by Ada Byron, Harbor & Vale 2026-11-26T10:01:00.000Z, entry 7: Checked"');
  // Not even the place of a channel.
  expect(line).toContain(`,"'@desk`);
  expect(line).not.toContain('\uFEFF');
});

it('has all pages, and no file where that is more than one may have', async () => {
  let read = 0;
  async function* pages(sizes: Iterable<number>): AsyncGenerator<{ items: RecordedAlert[] }> {
    for (const size of sizes) {
      read += 1;
      yield { items: Array.from({ length: size }, () => ITEM) };
    }
  }
  const forever = function* (size: number) {
    for (;;) yield size;
  };
  expect(await collectFound(pages([50, 0, 3]))).toHaveLength(53);
  expect(await collectFound(pages([RECORD_FILE_MAX]))).toHaveLength(RECORD_FILE_MAX);
  // It stops reading, whether it finds too much or looks too long for it.
  read = 0;
  expect(await collectFound(pages(forever(50)))).toBeNull();
  expect(await collectFound(pages(forever(0)))).toBeNull();
  expect(read).toBeLessThan(100);
});
