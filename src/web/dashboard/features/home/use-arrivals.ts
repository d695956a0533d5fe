import { useEffect, useRef, useState } from 'react';
import type { RecentAlert } from '#src/shared/alerts.ts';

/** Arrivals within this time are announced together, so that a burst is one sentence. */
const COALESCE_MS = 1000;

export const rowKey = (alert: Pick<RecentAlert, 'id' | 'channel'>): string => `${alert.id}:${alert.channel}`;

/** What a screen reader announces about alerts that have just come in. */
export function announce(titles: readonly string[]): string {
  const [first] = titles;
  if (first === undefined) return '';
  return titles.length === 1 ? `New alert: ${first}` : `${titles.length} new alerts. The latest: ${first}`;
}

/**
 * Which rows have come in since the list was first shown, and the sentence to announce them. `alerts` newest
 * first, undefined while loading.
 */
export function useArrivals(alerts: RecentAlert[] | undefined): {
  fresh: ReadonlySet<string>;
  announcement: string;
} {
  const known = useRef<Set<string> | null>(null);
  const waiting = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    if (!alerts) return;
    const before = known.current;
    known.current = new Set(alerts.map(rowKey));
    if (!before) return;
    const arrived = alerts.filter((alert) => !before.has(rowKey(alert)));
    if (arrived.length === 0) return;
    setFresh(new Set(arrived.map(rowKey)));
    waiting.current = [...arrived.map((alert) => alert.title), ...waiting.current];
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setAnnouncement(announce(waiting.current));
      waiting.current = [];
    }, COALESCE_MS);
  }, [alerts]);

  useEffect(() => () => clearTimeout(timer.current), []);
  return { fresh, announcement };
}
