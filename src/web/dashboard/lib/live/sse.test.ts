import { expect, test } from 'vitest';
import { createSseParser } from './sse.ts';

const STREAM =
  ': beat\n\nevent: hint\ndata: {"topic":"alerts"}\nid: 7\n\ndata: a\ndata:b\n\n:\n\nevent: hint\ndata: last\n\n';
const EVENTS = [
  { event: 'hint', data: '{"topic":"alerts"}' },
  { event: 'message', data: 'a\nb' },
  { event: 'hint', data: 'last' },
];

test.each(['\n', '\r\n', '\r'])('whatever the pieces, with line end %j', (end) => {
  const text = STREAM.replaceAll('\n', end);
  for (let size = 1; size <= text.length; size++) {
    const parse = createSseParser();
    const events = [];
    for (let at = 0; at < text.length; at += size) events.push(...parse(text.slice(at, at + size)));
    // A lone CR at the very end may be half of CRLF: its event waits for the next piece.
    events.push(...parse(end === '\r' ? ':' : ''));
    expect(events, `pieces of ${size}`).toEqual(EVENTS);
  }
});

test('an event that never ends isn’t told', () => {
  expect(createSseParser()('event: hint\ndata: {"topic":"alerts"}\n')).toEqual([]);
});
