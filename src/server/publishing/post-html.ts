import type { Post, Publication, Times, Words } from '#src/publishing/publishing.ts';
import { FORMATS } from '#src/shared/content/picture-formats.ts';
import type { PagePart } from '#src/shared/content/page-post.ts';
import { escape } from '../shared/page.ts';
import { bodyOf, datelineOf, picturePath, timeOf } from './words.ts';

export type About = Pick<Publication, 'slug' | 'times'> & {
  /** Before the addresses of pictures: nothing on the page, our origin in a feed. */
  origin: string;
};

export const timeTag = (at: Date, times: Times): string =>
  `<time datetime="${at.toISOString()}">${escape(timeOf(at, times))}</time>`;

/** When it was corrected, for where no line above says so. */
export const correctedHtml = ({ correctedAt, publishedAt }: Post, times: Times): string =>
  correctedAt
    ? `<p><strong>Corrected</strong> ${timeTag(correctedAt, times)}. First published ${timeTag(publishedAt, times)}.</p>\n`
    : '';

/** What a post says below its headline, as HTML. Every word of it is escaped here. */
export function postHtml(post: Post, about: About): string {
  const { words, before, updates } = post;
  const { times } = about;
  return [
    wordsHtml(post, words, about),
    ...updates.map(({ at, post: { language, headline, parts } }) => {
      // Figures and chart are those above.
      const said = parts.filter(({ kind }) => kind === 'paragraph').map(partHtml);
      return `<section class="update" lang="${escape(language)}"><p class="slug"><span>Update</span>${timeTag(at, times)}</p>
<h2>${escape(headline)}</h2>
${said.join('\n')}</section>`;
    }),
    ...(before
      ? [
          `<details><summary>As first published</summary>
<p><strong>${escape(before.post.headline)}</strong></p>
${wordsHtml(post, before, about)}</details>`,
        ]
      : []),
  ].join('\n');
}

function wordsHtml(post: Post, { post: said, media }: Words, { slug, origin }: About): string {
  const { parts, link, chart } = said;
  const dateline = datelineOf(parts);
  const body = bodyOf(parts);
  const at = body.findIndex(({ kind }) => kind === 'disclaimer');
  const [all, disclaimers] = at < 0 ? [body, []] : [body.slice(0, at), body.slice(at)];
  // The chart is above its figures.
  const figures = all.findIndex(({ kind }) => kind === 'figures');
  const [above, below] = figures < 0 ? [all, []] : [all.slice(0, figures), all.slice(figures)];
  const picture = media.find(({ hash }) => hash === chart);
  const dark = media.find(({ hash }) => hash === said.chartDark);
  return [
    ...(dateline === null ? [] : [`<p class="dateline">${escape(dateline)}</p>`]),
    ...above.map(partHtml),
    ...(picture
      ? [
          inMode(
            `<img src="${escape(origin + picturePath(slug, post, picture.hash))}" alt="${escape(picture.alt)}" width="${FORMATS.chart.width / 2}" height="${FORMATS.chart.height / 2}">`,
            // Feed readers don't all know it.
            origin === '' && dark ? picturePath(slug, post, dark.hash) : null,
          ),
        ]
      : []),
    ...below.map(partHtml),
    ...(link
      ? [
          `<p><a class="link" href="${escape(link.url)}" rel="noopener nofollow">${escape(link.label)}</a></p>`,
        ]
      : []),
    ...disclaimers.map(partHtml),
  ].join('\n');
}

/** A picture with what readers in dark mode see instead. */
const inMode = (img: string, dark: string | null): string =>
  dark === null
    ? img
    : `<picture><source media="(prefers-color-scheme: dark)" srcset="${escape(dark)}">${img}</picture>`;

function partHtml(part: PagePart): string {
  switch (part.kind) {
    case 'figures':
      return `<dl class="figures">${part.rows
        .map(({ label, value }) => `<div><dt>${escape(label)}</dt><dd>${escape(value)}</dd></div>`)
        .join('')}</dl>`;
    case 'alert':
      return `<p><strong>${escape(part.headline)}</strong><br>${lines(part.text)}</p>`;
    case 'paragraph':
      return `<p>${lines(part.text)}</p>`;
    default:
      return `<p class="${part.kind}">${lines(part.text)}</p>`;
  }
}

const lines = (text: string): string => text.split('\n').map(escape).join('<br>');
