import { TIMEFRAMES } from '#src/shared/market.ts';
import { BAR_IMPORT, barImportSchema, SESSIONS } from '#src/shared/bar-import.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const BarImport = component({
  name: 'BarImport',
  schema: barImportSchema,
  fields: {
    rows: 'Rows read. Each one is stored, replaced, unchanged or quarantined.',
    stored: 'New bars.',
    replaced: 'Bars that were stored with other figures.',
    reasons:
      'Why rows were quarantined, with the first five lines for each reason. `/feeds/quarantine?feed=import` lists them all.',
    from: 'Start of the first imported bar; null if there is none.',
    to: 'Start of the last one.',
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
      'Imports a CSV file of bars (see Data formats), gzipped or not, up to 10 MB, into a symbol that only your workspace sees. Rules can watch it, backtest over it and compare other symbols with it. The first file creates the symbol. You can have 50 of them, and none may have the name of a shared symbol. You can send a file again: unchanged bars are left alone, changed ones are replaced. Invalid rows, and rows whose bar isn’t over yet, are quarantined with line and reason. Imported history doesn’t trigger alerts. Nothing is imported if the file breaks off, if its rows don’t match `timeframe`, or if more than 10% of its rows would be quarantined (`acceptLosses` turns that check off); the error names the line. Splits in a Stock Splits column apply to the symbol where its prices show them.',
    query: {
      symbol: { says: 'The symbol, like `GME`.', required: true },
      timeframe: {
        says: `Length of a bar: ${TIMEFRAMES.map((each) => `\`${each}\``).join(', ')}. \`1M\` is a month.`,
        required: true,
      },
      timeZone: {
        says: 'Time zone of times without an offset, like `America/New_York`. Default: that of the symbol’s market.',
      },
      price: { says: 'Which price of quote bars to import: `bid` (the default), `ask` or `mid`.' },
      session: {
        says: `Trading hours of a new symbol. Default: \`crypto\` (always open). Others: ${SESSIONS.slice(1)
          .map((name) => `\`${name}\``)
          .join(', ')}.`,
      },
      currency: { says: 'Currency of a new symbol. Default: `USD`.' },
      file: { says: 'Name of the file, shown with its quarantined rows.' },
      suspectedSplits: {
        says: 'What to do if prices jump by the ratio of a split, stay there, and no source lists a split: `quarantine` the bar until you confirm or dismiss it (the default), `confirm` the split, or `ignore` it.',
      },
      dividends: {
        says: '`true`: every dividend in a Dividends column adjusts the prices before it. By default only dividends of 10% of the price or more do, if the prices show them.',
      },
      acceptLosses: {
        says: '`true`: import the file even if more than 10% of its rows are quarantined.',
      },
    },
    body: {
      bytes: 'The file.',
      limit: {
        bytes: BAR_IMPORT.fileBytes,
        says: 'A file of bars can have 10 MB. Compress it with gzip, or split it in two.',
        piecemeal: true,
      },
    },
    answer: { status: 200, says: 'What happened to its rows.', schema: BarImport },
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
