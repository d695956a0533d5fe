import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import {
  added,
  type Changed,
  dissolved,
  moved,
  nodeAt,
  removed,
  replaced,
  takes,
  wrapped,
} from './change.ts';
import { FIGURES } from './figures.ts';
import { type Editing, Items, JoinSelect } from './nodes.tsx';
import { placeAt, textOf } from './text.ts';
import type { Act } from './tools.tsx';
import { FIRST_TREE, type Group, group, nameOf, type Node, opened, type Path, rowNode } from './tree.ts';
import { FIRST_ROW } from './row.ts';

const NEW_ROW = rowNode(FIRST_ROW);
const SECOND_ROW = rowNode({ ...FIRST_ROW, left: 'rsi(14)', test: '<', right: '30' });

/** What was done last, and the way back from what takes something away. */
type Said = { text: string; undo?: { tree: Group; path: Path } };
/** What the keyboard goes to once the change is on the screen: in the node of that name. */
type Goal = { name: string; to: 'first' | 'tools' | number };
const controlsOf = (box: Element): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>('input, select, button'),
];
const goTo = (root: Element, { name, to }: Goal): void => {
  const box = root.querySelector(`[data-node="${name}"]`);
  if (!box) return;
  const first = box.querySelector<HTMLElement>('input[list], select[data-event]');
  const tools = box.querySelector<HTMLElement>('[data-tools] button');
  (to === 'first' ? first : to === 'tools' ? tools : controlsOf(box)[to])?.focus();
};
/** Where something stands now that another was taken away: in its place, before it, or around it. */
const near = (tree: Group, path: Path): Path => {
  const at = path.at(-1) ?? 0;
  const above = path.slice(0, -1);
  try {
    nodeAt(tree, path);
    return path;
  } catch {
    return near(tree, at > 0 ? [...above, at - 1] : above);
  }
};
const pathOf = (name: string): Path => name.split('.').map((each) => Number(each) - 1);

/**
 * Rows and groups of rows, one under the other. What they say is the text; there is no second copy of the rule.
 */
export function Builder({
  value,
  fault,
  onChange,
  onText,
}: {
  value: string;
  /** Where the text is wrong, counted from 0, and the id of what says so. */
  fault: { offset: number; saidBy: string } | null;
  onChange: (text: string) => void;
  onText: () => void;
}) {
  const known = opened(value);
  // While a row is half typed, its text is no rule yet; and a group of one is one only here.
  const [draft, setDraft] = useState<{ tree: Group; text: string } | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [goal, setGoal] = useState<Goal | null>(null);
  const root = useRef<HTMLFieldSetElement>(null);
  const list = useId();
  useEffect(() => {
    if (goal && root.current) goTo(root.current, goal);
  }, [goal]);
  const tree = draft && draft.text === value ? draft.tree : known.tree;
  if (!tree)
    return (
      <p className="text-sm text-ink-2">
        {known.why}{' '}
        <button type="button" className="text-ink underline" onClick={onText}>
          Change it as text
        </button>
      </p>
    );

  const show = (next: Group, saying: Said | null = null): void => {
    const text = textOf(next);
    setDraft({ tree: next, text });
    setSaid(saying);
    onChange(text);
  };
  const of = (path: Path): string => `${nodeAt(tree, path).kind} ${nameOf(path)}`;
  const doneBy = (path: Path, act: Exclude<Act, 'remove'>): Changed | null => {
    if (act === 'wrap') return wrapped(tree, path);
    return act === 'dissolve' ? dissolved(tree, path) : moved(tree, path, act === 'up' ? -1 : 1);
  };
  const act = (path: Path, what: Act, to: Goal['to'] = 'tools'): void => {
    const undo = { tree, path };
    if (what === 'remove') {
      const next = removed(tree, path);
      if (!next) return;
      show(next, { text: `Removed ${of(path)}.`, undo });
      setGoal({ name: nameOf(near(next, path)), to });
      return;
    }
    const done = doneBy(path, what);
    if (!done) return;
    const name = nameOf(done.path);
    const kind = nodeAt(done.tree, done.path).kind;
    if (what === 'dissolve') show(done.tree, { text: `Ungrouped ${of(path)}.`, undo });
    else if (what === 'wrap') show(done.tree, { text: `Moved ${of(path)} to a new group, ${name}.` });
    else show(done.tree, { text: `Moved to ${kind} ${name}.` });
    setGoal({ name, to });
  };
  const add = (path: Path, kind: Node['kind']): void => {
    const isGroup = kind === 'group';
    const join = nodeAt(tree, path);
    const other = join.kind === 'group' && join.join === 'any' ? 'all' : 'any';
    const done = added(tree, path, isGroup ? group(other, [NEW_ROW, SECOND_ROW]) : NEW_ROW);
    if (!done) return;
    show(done.tree, { text: `Added ${kind} ${nameOf(done.path)}.` });
    setGoal({ name: nameOf(isGroup ? [...done.path, 0] : done.path), to: 'first' });
  };

  const place = fault ? placeAt(tree, fault.offset) : null;
  const editing: Editing = {
    list,
    faultOf: (path, field) =>
      fault && place && place.field === field && nameOf(place.path) === nameOf(path)
        ? { 'aria-invalid': true, 'aria-describedby': fault.saidBy }
        : {},
    set: (path, node) => show(replaced(tree, path, node)),
    may: (path, what) => {
      if (what === 'add-row') return takes(tree, path);
      if (what === 'add-group') return takes(tree, path, group('any', [NEW_ROW]));
      return (what === 'remove' ? removed(tree, path) : doneBy(path, what)) !== null;
    },
    act,
    add,
  };
  /** Alt Shift and an arrow move the row or group that the keyboard is in. */
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null;
    if (!step || !event.altKey || !event.shiftKey || !(event.target instanceof HTMLElement)) return;
    const box = event.target.closest('[data-node]');
    const name = box?.getAttribute('data-node');
    if (!box || !name) return;
    event.preventDefault();
    const control = controlsOf(box).indexOf(event.target);
    act(pathOf(name), step, control === -1 ? 'tools' : control);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls in it
    <fieldset ref={root} className="grid grid-cols-[minmax(0,1fr)]" onKeyDown={onKeyDown}>
      <legend className="mb-1.5 text-sm font-medium">Condition</legend>
      <datalist id={list}>
        {FIGURES.map((figure) => (
          <option key={figure}>{figure}</option>
        ))}
      </datalist>
      <div className="flex flex-wrap items-center gap-2 pb-3 text-sm text-ink-2">
        Trigger when
        <JoinSelect
          name="How the rows are joined"
          value={tree.join}
          onChange={(join) => show({ ...tree, join })}
        />
        these conditions are true
      </div>
      <Items of={tree} path={[]} editing={editing} />
      <div
        aria-live="polite"
        className={said?.undo ? 'flex flex-wrap items-center gap-3 pt-3 text-sm' : 'sr-only'}
      >
        {said?.text}
        {said?.undo ? (
          <button
            type="button"
            className="min-h-9 underline pointer-coarse:min-h-11"
            onClick={() => {
              if (!said.undo) return;
              show(said.undo.tree);
              setGoal({ name: nameOf(said.undo.path), to: 'tools' });
            }}
          >
            Undo
          </button>
        ) : null}
      </div>
    </fieldset>
  );
}

/** What a condition begins with in the builder. */
export const FIRST_TEXT = textOf(FIRST_TREE);
