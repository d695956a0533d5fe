type SseEvent = { event: string; data: string };

/**
 * Reads server-sent events from text that arrives in pieces. Feed each piece; get the events that it has
 * completed. Comments (heartbeats) and fields other than `event` and `data` are passed over.
 */
export function createSseParser(): (piece: string) => SseEvent[] {
  let rest = '';
  let event = '';
  let data: string[] = [];
  return (piece) => {
    const done: SseEvent[] = [];
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) done.push({ event: event || 'message', data: data.join('\n') });
        event = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') event = value;
      if (field === 'data') data.push(value);
    }
    return done;
  };
}
