import type { AlertExport } from '#src/shared/alert-pictures.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const ARROWS = { up: '▲ ', down: '▼ ' } as const;

/**
 * An alert as one <article> to paste into a page: plain elements with classes and no styles of their own, so that they look
 * like the page around them. The chart is in it where the export has its bytes, else named by its file.
 */
export function alertHtml(alert: AlertExport): string {
  const { language, notice, figure, direction, callToAction } = alert;
  const parts = [
    `<p class="alert-dateline">${escape(alert.dateline)}</p>`,
    `<h2 class="alert-headline">${escape(alert.headline)}</h2>`,
    notice && `<p class="alert-notice"><strong>${escape(notice.title)}.</strong> ${escape(notice.text)}</p>`,
    figure &&
      `<p class="alert-figure"><strong>${direction ? ARROWS[direction] : ''}${escape(figure.value)}</strong> ${escape(figure.label)}</p>`,
    ...alert.paragraphs.map((text) => `<p>${escape(text).replaceAll('\n', '<br>')}</p>`),
    chartOf(alert),
    tableOf(alert),
    callToAction &&
      `<p class="alert-action"><a href="${escape(callToAction.url)}">${escape(callToAction.label)}</a></p>`,
    ...alert.disclaimers.map((text) => `<p class="alert-disclaimer"><small>${escape(text)}</small></p>`),
  ];
  const inside = parts.filter((part) => part !== null).map((part) => `  ${part}\n`);
  return `<article class="alert" lang="${escape(language)}">\n${inside.join('')}</article>\n`;
}

function chartOf({ pictures }: AlertExport): string | null {
  const chart = pictures.find(({ format }) => format === 'chart');
  if (!chart) return null;
  const { width, height, alt, data, fileName } = chart;
  const source = data === null ? escape(fileName) : `data:image/png;base64,${data}`;
  // The file has two pixels for one of the page.
  return `<figure class="alert-chart"><img src="${source}" alt="${escape(alt)}" width="${width / 2}" height="${height / 2}" style="max-width:100%;height:auto"></figure>`;
}

function tableOf({ table }: AlertExport): string | null {
  if (table.length === 0) return null;
  const rows = table.map(
    ({ label, value }) => `<tr><th scope="row">${escape(label)}</th><td>${escape(value)}</td></tr>`,
  );
  return `<table class="alert-figures"><tbody>${rows.join('')}</tbody></table>`;
}
