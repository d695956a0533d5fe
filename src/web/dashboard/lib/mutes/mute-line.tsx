import { useQuery } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import type { Mute } from '#src/shared/mutes.ts';
import { formatExact } from '#src/web/ui/format.ts';
import { MuteButton } from './mute-button.tsx';
import { mutesQuery } from './queries.ts';
import { UnmuteButton } from './unmute-button.tsx';
import { mutedLabel } from './words.ts';

/** What is muted now of a kind and name; undefined where nothing is, or it isn't known yet. */
export function useMuteOf({ kind, target }: Pick<Mute, 'kind' | 'target'>): Mute | undefined {
  const { data } = useQuery(mutesQuery);
  return data?.items.find((each) => each.kind === kind && each.target === target);
}

/** That it is muted, until when, by whom and why, with the way to end it; or the button that mutes it. */
export function MuteLine({ what, label }: { what: Pick<Mute, 'kind' | 'target' | 'name'>; label?: string }) {
  const mute = useMuteOf(what);
  if (!mute) return <MuteButton what={what} {...(label !== undefined && { label })} />;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <MutedTag mute={mute} />
      <span className="min-w-0 text-ink-2 wrap-anywhere">{muteWords(mute)}</span>
      <UnmuteButton mute={mute} />
    </div>
  );
}

function muteWords({ kind, name, by, reason, suspended }: Mute): string {
  if (suspended) return `About ${suspended.about}. Events are recorded, and nothing is sent.`;
  return `${kind === 'symbol' ? name : kindWord(kind)}, by ${by}${reason === null ? '' : `: ${reason}`}`;
}

const kindWord = (kind: Mute['kind']): string => (kind === 'rule' ? 'The rule' : 'The brand');

/** In a list. */
export function MutedTag({ mute }: { mute: Mute }) {
  return (
    <span
      className="inline-flex items-start gap-1.5 text-ink-2"
      title={mute.until === null ? undefined : formatExact(Date.parse(mute.until))}
    >
      <BellOff size={14} strokeWidth={2.25} className="mt-[0.2em] shrink-0" aria-hidden="true" />
      {mutedLabel(mute)}
    </span>
  );
}
