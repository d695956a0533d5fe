import { Copy, Pause, Play, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { counted } from '#src/shared/plural.ts';
import type { ListedRule, StoredRule } from '#src/shared/rules/stored.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { MutedTag, useMuteOf } from '#src/web/dashboard/lib/mutes/mute-line.tsx';
import { UnmuteButton } from '#src/web/dashboard/lib/mutes/unmute-button.tsx';
import { routesInShort } from '#src/web/dashboard/lib/routes/words.ts';
import { Button } from '#src/web/ui/button.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { activeLabel } from '../active-label.ts';
import { changeRule, deleteRule, duplicateRule } from '../queries.ts';
import { useMakeOn } from '#src/web/dashboard/lib/use-act.ts';
import { RuleActivity } from './rule-activity.tsx';

/** One rule: its condition, its target and its quick actions. A deleted rule is restored on its own page. */
export function RuleLine({
  rule,
  mayWrite,
  isSelected,
  onSelect,
  onDeleted,
}: {
  rule: ListedRule;
  mayWrite: boolean;
  isSelected: boolean;
  onSelect: (isRange: boolean) => void;
  onDeleted: (rule: StoredRule) => void;
}) {
  const { busy, run } = useMakeOn('rules');
  const { id, name, symbol, watchlist, timeframe, reading, routes, state, inPlan, warnings, deletedAt } =
    rule;
  const isActive = state === 'active';
  const mute = useMuteOf({ kind: 'rule', target: id });
  const turn = () =>
    run(
      () => changeRule(id, { state: isActive ? 'paused' : 'active' }),
      isActive ? 'It wasn’t paused' : 'It wasn’t switched on',
    );
  async function copy(): Promise<void> {
    const made = await run(() => duplicateRule(id), 'It wasn’t duplicated');
    if (made) toast({ title: 'Duplicated', description: made.name });
  }
  async function remove(): Promise<void> {
    const done = await run(async () => (await deleteRule(id), true), 'It wasn’t deleted');
    if (done) onDeleted(rule);
  }
  return (
    <li data-rule={id} className="flex items-start gap-3 border-b border-line py-3 text-sm">
      {mayWrite && !deletedAt ? (
        <Changes>
          {/* The whole square is the target: a finger is wider than the box. */}
          <label className="-m-3 grid size-11 shrink-0 place-items-center select-none">
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              className="size-5"
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </label>
        </Changes>
      ) : null}
      <div className="flex min-w-0 grow flex-wrap items-start gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-70">
          <Link
            to={`/rules/${id}`}
            data-row-link
            className="font-medium break-words text-ink hover:underline"
          >
            {name}
          </Link>
          <p className="mt-0.5 max-w-text break-words text-ink-2">{reading}</p>
          <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-3">
            <span className="figure">
              {symbol ?? `${watchlist?.name ?? ''}, ${counted(watchlist?.symbols ?? 0, 'symbol')}`}
            </span>
            <span className="figure">{timeframe}</span>
            <span className="break-words">{routesInShort(routes)}</span>
          </p>
          {isActive && !deletedAt && warnings[0] ? (
            <p className="mt-1 max-w-text text-xs text-fault">{warnings[0].text}</p>
          ) : null}
        </div>
        <RuleActivity activity={rule.activity} />
        <span className="flex w-36 flex-col gap-1 py-1">
          <StatusTag
            tone={isActive && !deletedAt && warnings.length === 0 ? 'done' : 'waiting'}
            label={deletedAt ? 'Deleted' : activeLabel(rule)}
          />
          {mute && !deletedAt ? <MutedTag mute={mute} /> : null}
          {mute?.suspended && !deletedAt ? (
            <span>
              <UnmuteButton mute={mute} />
            </span>
          ) : null}
          {inPlan || deletedAt ? null : (
            <Link to="/plans" className="text-xs text-fault underline">
              Not in your plan
            </Link>
          )}
        </span>
        {mayWrite && !deletedAt ? (
          <Changes className="flex gap-1">
            <Button
              variant="quiet"
              size="icon"
              disabled={busy}
              aria-label={isActive ? `Pause ${name}` : `Switch ${name} on`}
              onClick={() => void turn()}
            >
              {isActive ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
            </Button>
            <Button
              variant="quiet"
              size="icon"
              disabled={busy}
              aria-label={`Duplicate ${name}`}
              onClick={() => void copy()}
            >
              <Copy size={16} aria-hidden="true" />
            </Button>
            <Button
              variant="quiet"
              size="icon"
              disabled={busy}
              aria-label={`Delete ${name}`}
              onClick={() => void remove()}
            >
              <Trash2 size={16} aria-hidden="true" />
            </Button>
          </Changes>
        ) : null}
      </div>
    </li>
  );
}
