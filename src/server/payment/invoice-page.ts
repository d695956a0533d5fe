import { html, raw } from 'hono/html';
import type { invoices } from '#src/db/schema.ts';
import { siteConfig } from '#src/shared/site-config.ts';

type Invoice = typeof invoices.$inferSelect;

/** To the cent, as an invoice has it: `$1,234.50`. */
const money = (cents: number): string =>
  `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const day = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A paid invoice as one file of HTML, to keep and to print. */
export function invoicePage(invoice: Invoice) {
  const { legalEntity, address } = siteConfig;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Invoice ${invoice.number}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <header>
            <p class="from">${siteConfig.name}</p>
            <h1>Invoice</h1>
          </header>
          <dl>
            <dt>Number</dt>
            <dd class="mono">${invoice.number}</dd>
            <dt>Paid on</dt>
            <dd>${day(invoice.paidAt)}</dd>
            <dt>Period</dt>
            <dd>${day(invoice.periodStart)} to ${day(invoice.periodEnd)}, UTC</dd>
            <dt>From</dt>
            <dd>${legalEntity}<br />${address}</dd>
            <dt>To</dt>
            <dd>${invoice.billedTo}<br />${invoice.billedEmail}</dd>
          </dl>
          <table>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">US dollars</th>
              </tr>
            </thead>
            <tbody>
              ${invoice.lines.map(
                ({ text, cents }) =>
                  html`<tr>
                    <td>${text}</td>
                    <td class="mono">${money(cents)}</td>
                  </tr>`,
              )}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total, paid</th>
                <td class="mono">${money(invoice.totalCents)}</td>
              </tr>
            </tfoot>
          </table>
          ${invoice.provider === 'test' ? html`<p class="test">A test payment: no money has moved.</p>` : ''}
        </main>
      </body>
    </html>`;
}

const STYLE = `
body { margin: 0; background: #fff; color: #1d1a16; font: 15px/1.5 Inter, system-ui, -apple-system, "Segoe UI", Arial, sans-serif; }
main { max-width: 720px; margin: 0 auto; padding: 56px 32px; }
header { border-bottom: 2px solid #1d1a16; padding-bottom: 16px; }
.from { margin: 0; font-weight: 600; }
h1 { margin: 4px 0 0; font: 500 36px/1.14 Newsreader, Georgia, serif; }
dl { display: grid; grid-template-columns: 96px minmax(0, 1fr); gap: 8px 16px; margin: 24px 0 32px; overflow-wrap: anywhere; }
dt { color: #655d50; } dd { margin: 0; }
.mono { font-family: "JetBrains Mono", ui-monospace, Menlo, Consolas, monospace; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 10px 0; border-bottom: 1px solid #ddd4c3; text-align: left; font-weight: 400; }
thead th { color: #655d50; } tfoot th, tfoot td { border-bottom: 0; border-top: 2px solid #1d1a16; font-weight: 600; }
th:last-child, td:last-child { text-align: right; }
.test { margin-top: 32px; padding: 8px 12px; border: 1px solid #7a5410; color: #7a5410; }
@media print { main { padding: 0; } }`;
