import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { controlClass } from '#src/web/ui/field.tsx';
import { MarksField } from './marks.tsx';
import { RowFields, type FaultProps } from './row-fields.tsx';
import type { FieldName } from './text.ts';
import { SMALL } from './small.ts';
import { type Act, Tools } from './tools.tsx';
import { type Group, type Join, nameOf, type Node, type Path } from './tree.ts';

/** What every row and group is given. */
export type Editing = {
  /** The id of the list of figures on offer. */
  list: string;
  faultOf: (path: Path, field: FieldName) => FaultProps;
  set: (path: Path, node: Node) => void;
  may: (path: Path, act: Act | 'add-row' | 'add-group') => boolean;
  act: (path: Path, act: Act) => void;
  add: (path: Path, kind: Node['kind']) => void;
};

const JOINS: readonly { value: Join; label: string; word: string }[] = [
  { value: 'all', label: 'all', word: 'and' },
  { value: 'any', label: 'any', word: 'or' },
];
const isOf = (node: Node, path: Path): string => `${node.kind} ${nameOf(path)}`;

/** Whether all or any of a group have to hold. */
export function JoinSelect({
  name,
  value,
  onChange,
}: {
  name: string;
  value: Join;
  onChange: (join: Join) => void;
}) {
  return (
    <select
      aria-label={name}
      className={cx(controlClass, SMALL, 'w-auto!')}
      value={value}
      onChange={({ target }) => onChange(target.value === 'any' ? 'any' : 'all')}
    >
      {JOINS.map(({ value: join, label }) => (
        <option key={join} value={join}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The conditions of a group, and the button to add one. */
export function Items({ of, path, editing }: { of: Group; path: Path; editing: Editing }) {
  const word = JOINS.find(({ value }) => value === of.join)?.word ?? '';
  const where = path.length === 0 ? '' : ` to group ${nameOf(path)}`;
  const adds = [
    { kind: 'row', act: 'add-row', label: 'Add condition' },
    { kind: 'group', act: 'add-group', label: 'Add group' },
  ] as const;
  return (
    <>
      {of.items.map((item, at) => (
        <OneNode
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other name than their place
          key={at}
          node={item}
          path={[...path, at]}
          joinedBy={at === 0 ? '' : word}
          editing={editing}
        />
      ))}
      <div className="flex flex-wrap gap-x-3 gap-y-2 pt-1">
        {adds.map(({ kind, act, label }) => (
          <Button
            key={kind}
            size="sm"
            variant={path.length === 0 ? 'secondary' : 'quiet'}
            className={path.length === 0 ? '' : '-ml-3'}
            aria-label={`${label}${where}`}
            disabled={!editing.may(path, act)}
            onClick={() => editing.add(path, kind)}
          >
            <Plus size={16} aria-hidden="true" />
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}

function OneNode({
  node,
  path,
  joinedBy,
  editing,
}: {
  node: Node;
  path: Path;
  /** "and" or "or" before all but the first. */
  joinedBy: string;
  editing: Editing;
}) {
  const of = isOf(node, path);
  return (
    <fieldset
      data-node={nameOf(path)}
      aria-label={of}
      className={cx(
        'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 pb-3',
        joinedBy !== '' && 'border-t border-line pt-3',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <Head>
          {joinedBy === '' ? null : <span className="text-sm font-medium">{joinedBy}</span>}
          <span aria-hidden="true" className="figure text-xs text-ink-3">
            {nameOf(path)}
          </span>
          {node.kind === 'group' ? (
            <JoinSelect
              name={`How ${of} is joined`}
              value={node.join}
              onChange={(join) => editing.set(path, { ...node, join })}
            />
          ) : null}
          <MarksField
            of={of}
            value={node}
            fault={editing.faultOf(path, 'within')}
            onChange={(marks) => editing.set(path, { ...node, ...marks })}
          />
        </Head>
        <Tools
          of={of}
          isGroup={node.kind === 'group'}
          may={(act) => editing.may(path, act)}
          onAct={(act) => editing.act(path, act)}
        />
      </div>
      {node.kind === 'row' ? (
        <RowFields
          row={node.row}
          at={nameOf(path)}
          list={editing.list}
          faultOf={(field) => editing.faultOf(path, field)}
          onChange={(row) => editing.set(path, { ...node, row })}
        />
      ) : (
        <div className="border-l-2 border-rule pl-3 sm:pl-4">
          <Items of={node} path={path} editing={editing} />
        </div>
      )}
    </fieldset>
  );
}

function Head({ children }: { children: ReactNode }) {
  return <div className="flex min-h-9 flex-wrap items-center gap-2 pointer-coarse:min-h-11">{children}</div>;
}
