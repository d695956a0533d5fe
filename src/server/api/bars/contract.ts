import { BAR_IMPORT, barImportSchema } from '#src/shared/bar-import.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const BarImport = component({
  name: 'BarImport',
  schema: barImportSchema,
  fields: {
    rows: 'Rows that were read: each is stored, replaced, unchanged or put aside.',
    stored: 'Bars that were not there.',
    replaced: 'Bars that were there with other figures.',
    reasons:
      'Why rows were put aside, with the first five lines of each; all of them are under `/feeds/quarantine?feed=import`.',
    from: 'Where the first bar that is taken begins; null where none is.',
    to: 'Where the last one begins.',
  },
});

export const BARS = endpoints('Feeds', {
  importFile: {
    method: 'post',
    path: '/bars/import',
    needs: 'feeds:write',
    tells: ['feeds', 'rules'],
    summary: 'Import bars',
    description:
      'A CSV of bars (see Data formats), gzipped or not, 10 MB at most, into a symbol of the workspace’s own, which nobody else sees: rules may be set on it, replay over it, and compare others with it. The symbol is made with the first file; 50 are the limit, and none may be one that is shared. Bars that stand there so already are left alone and those that stand there otherwise replaced, so a file may be sent again. What cannot be believed, and what is not over yet, is put aside with its line and reason. Nobody is alerted of history. A file that cannot be read to its end, or whose rows are not as far apart as `timeframe` says, is refused with the line, and so is one of which more than a tenth of the rows cannot be believed (unless `acceptLosses` says otherwise); nothing of it is stored. Splits of a column Stock Splits become the symbol’s where the prices step by them.',
    query: {
      symbol: { says: 'What the bars are about, like `GME`.', required: true },
      timeframe: { says: 'How long a bar is: `1m`, `5m`, `15m`, `1h`, `4h`, `1d` or `1w`.', required: true },
      timeZone: {
        says: 'The zone of times without an offset, like `America/New_York`; that of the symbol’s market unless told.',
      },
      price: { says: 'Of quote bars: `bid`, `ask` or `mid`; `bid` unless told.' },
      session: {
        says: 'When a new symbol trades: `crypto` (always, unless told), `fx`, `us-equity` or `us-equity-extended`.',
      },
      currency: { says: 'What a new symbol is priced in; `USD` unless told.' },
      file: { says: 'What the file is called, for what is put aside of it.' },
      suspectedSplits: {
        says: 'What becomes of a jump by the ratio of a split that no source names and whose level holds: `quarantine` (the default; its bar is quarantined until you confirm or dismiss it), `confirm` (it is a split) or `ignore` (it is not).',
      },
      dividends: {
        says: '`true`: every dividend of a column Dividends adjusts the prices before it. Otherwise those of a tenth of the price or more do, where the prices show them.',
      },
      acceptLosses: {
        says: '`true`: import the file though more than a tenth of its rows cannot be believed.',
      },
    },
    body: {
      bytes: 'The file, as it is.',
      limit: {
        bytes: BAR_IMPORT.fileBytes,
        says: 'A file of bars has 10 MB at most. Gzip it, or cut it in two.',
        piecemeal: true,
      },
    },
    answer: { status: 200, says: 'What became of its rows.', schema: BarImport },
    errors: [
      'validation_failed',
      'too_many_rows_lost',
      'request_entity_too_large',
      'upload_broken',
      'too_many_uploads',
    ],
    example: { query: 'symbol=GME&timeframe=1d&session=us-equity&file=bars.csv', file: 'bars.csv' },
  },
});
