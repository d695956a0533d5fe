import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Instrument } from '#src/shared/rules/stored.ts';
import { useLater } from '../use-later.ts';
import { foundQuery } from './queries.ts';

/** Looks for instruments on the server, for a field that is searched in. Nothing is asked while its list is closed. */
export function useInstrumentSearch(): {
  /** What is typed; '' before anything is; null while the list is closed. */
  text: string | null;
  setText: (text: string | null) => void;
  instruments: readonly Instrument[];
  busy: boolean;
  failed: string | null;
  hasMore: boolean;
} {
  const [text, setText] = useState<string | null>(null);
  const typed = text?.trim() ?? '';
  const later = useLater(typed);
  const words = typed === '' ? '' : later;
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...foundQuery(words),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  });
  return {
    text,
    setText,
    instruments: data?.items ?? [],
    busy: text !== null && (typed !== words || isPending || isPlaceholderData),
    failed: error?.message ?? null,
    hasMore: (data?.next ?? null) !== null,
  };
}
