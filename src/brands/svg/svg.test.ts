import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLogo } from '../logo.ts';
import { cleanSvg } from './clean.ts';

const HEAD =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 120 20"';
const svg = (inside: string, attributes = '') => `<svg ${HEAD} ${attributes}>${inside}</svg>`;
const MARK = '<rect id="mark" width="120" height="20" fill="#0f4c5c"/>';

let server: Server;
let base = '';
const fetched: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    fetched.push(request.url ?? '');
    response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** Each draws its mark, and nothing of the rest is left. */
const DISARMED: Readonly<Record<string, (base: string) => string>> = {
  script: () => svg(`<script>fetch("http://evil.example")</script>${MARK}`),
  'script by address': (at) => svg(`<script href="${at}/a.js"/>${MARK}`),
  'script in another case': () => svg(`<SCRIPT>alert(1)</SCRIPT>${MARK}`),
  'events on shapes': () =>
    svg(MARK.replace('<rect', '<rect onload="alert(1)" onclick="alert(2)"'), 'onload="alert(3)"'),
  'foreign content': (at) =>
    svg(
      `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="${at}/i.png"/><iframe src="${at}"/></body></foreignObject>${MARK}`,
    ),
  'animated link': () =>
    svg(`<a href="javascript:alert(1)"><animate attributeName="href" to="javascript:alert(2)"/></a>${MARK}`),
  'set on a shape': () => svg(`${MARK}<set attributeName="onload" to="alert(1)"/>`),
  'use from elsewhere': (at) =>
    svg(`<use href="${at}/use.svg#a"/><use xlink:href="file:///etc/hostname#a"/>${MARK}`),
  'use of a data address': () => svg(`<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>${MARK}`),
  'style that imports': (at) => svg(`<style>@import url("${at}/a.css"); .a{fill:red}</style>${MARK}`),
  'style sheet as instruction': (at) => `<?xml-stylesheet href="${at}/a.css"?>${svg(MARK)}`,
  'style with a font': (at) => svg(`<style>@font-face{font-family:x;src:url(${at}/f.woff)}</style>${MARK}`),
  'fill from elsewhere': (at) =>
    svg(`<rect width="1" height="1" style="fill:url(${at}/f#a)" fill="url(${at}/g#a)"/>${MARK}`),
  'escaped url': (at) => svg(`<style>.a{fill:\\75rl(${at}/e)}</style>${MARK}`),
  'filter that loads': (at) =>
    svg(`<filter id="f"><feImage href="${at}/fe.png"/></filter>${MARK.replace('/>', ' filter="url(#f)"/>')}`),
  'huge filter': () =>
    svg(
      `<filter id="f" width="9e9"><feGaussianBlur stdDeviation="99999"/></filter>${MARK.replace('/>', ' filter="url(#f)"/>')}`,
    ),
  'endless dashes': () => svg(`${MARK}<path d="M0 0H1e9" stroke="#000" stroke-dasharray="0.000001"/>`),
  'cursor and base': (at) => svg(`<g style="cursor:url(${at}/c)" xml:base="${at}/">${MARK}</g>`),
  'document type from elsewhere': (at) =>
    `<!DOCTYPE svg SYSTEM "${at}/svg.dtd" [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg(MARK)}`,
  'metadata of an editor': () => svg(`<metadata><x:y xmlns:x="urn:x">a payload</x:y></metadata>${MARK}`),
};

/** None of these is a logo. */
const REFUSED: Readonly<Record<string, (base: string) => string>> = {
  'entities that grow': () =>
    `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${svg(`<g id="&b;"/>${MARK}`)}`,
  'an entity of a file': () =>
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg(`<g id="&x;"/>${MARK}`)}`,
  'a picture from elsewhere': (at) => svg(`<image href="${at}/i.png" width="9" height="9"/>${MARK}`),
  'a picture of a file': () => svg(`<image xlink:href="file:///etc/passwd" width="9" height="9"/>${MARK}`),
  'an SVG in an SVG': () => svg(`<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>`),
  text: () => svg('<text y="9">Harbor</text>'),
  'a script alone': () => svg('<script>alert(1)</script>'),
  'references that grow': () =>
    svg(
      `<g id="u0">${MARK}</g>${Array.from({ length: 30 }, (_, n) => `<g id="u${n + 1}"><use href="#u${n}"/><use href="#u${n}"/></g>`).join('')}`,
    ),
  'masks that grow': () =>
    svg(
      Array.from(
        { length: 20 },
        (_, n) =>
          `<mask id="m${n}">${'<rect width="9" height="9" mask="url(#m'.concat(String(n + 1), ')"/>').repeat(3)}</mask>`,
      ).join('') + MARK.replace('/>', ' mask="url(#m0)"/>'),
    ),
  'a use of itself': () => svg(`<g id="a"><use href="#a"/></g>${MARK}`),
  'a mask of itself by its style': () =>
    svg(`<mask id="a"><g style="mask:url(#a)">${MARK}</g></mask>${MARK}`),
  'thousands of elements': () => svg('<g/>'.repeat(5_001) + MARK),
  'deep nesting': () => svg('<g>'.repeat(70) + MARK + '</g>'.repeat(70)),
  'a size without end': () => `<svg xmlns="http://www.w3.org/2000/svg" width="1e30" height="9">${MARK}</svg>`,
  'no size': () => `<svg xmlns="http://www.w3.org/2000/svg">${MARK}</svg>`,
  'half of one': () => svg(MARK).slice(0, -9),
  'two of them': () => svg(MARK) + svg(MARK),
};

describe('a hostile SVG', () => {
  it.each(Object.keys(DISARMED))('with %s is drawn without it', async (name) => {
    const text = DISARMED[name]!(base);
    const clean = cleanSvg(text).sized(120, 20);
    expect(clean).not.toMatch(
      /script|onload|onclick|javascript|https?:\/\/(?!www\.w3\.org)|file:|data:|import|font|foreign|animate|set |filter|dash|payload|ENTITY|DOCTYPE|<\?|\\/i,
    );
    const { data } = await sharp((await readLogo(Buffer.from(text))).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 4)]).toEqual([0x0f, 0x4c, 0x5c, 255]);
  });

  it.each(Object.keys(REFUSED))('with %s is refused', async (name) => {
    await expect(readLogo(Buffer.from(REFUSED[name]!(base)))).rejects.toMatchObject({
      code: 'document_type',
    });
  });

  it('fetched nothing', () => expect(fetched).toEqual([]));
});

it('draws classes, gradients, masks and references as they are, at twice the size', async () => {
  const text = `<?xml version="1.0"?><!-- by an editor --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <svg ${HEAD}><style type="text/css"><![CDATA[ .st0 , .st1{ fill : #C8A24A } @media (prefers-color-scheme: dark) { .st0 { fill: #fff } } ]]></style>
    <defs><linearGradient id="g"><stop offset="0" stop-color="#000"/><stop offset="1" style="stop-color:#ff0000"/></linearGradient><path id="p" class="st0" d="M0 0h20v20h-20z"/></defs>
    <use xlink:href="#p"/><rect x="100" width="20" height="20" fill="url(#g)"/></svg>`;
  const logo = await readLogo(Buffer.from(`\ufeff${text}`));
  expect(logo).toMatchObject({ width: 240, height: 40 });
  const { data, info } = await sharp(logo.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 480, height: 80, channels: 4 });
  expect([...data.subarray(0, 4)]).toEqual([0xc8, 0xa2, 0x4a, 255]);
  expect(data[(info.width / 2) * 4 + 3]).toBe(0);
  expect(data[(info.width - 1) * 4]).toBeGreaterThan(240);
});
