import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#src/web/ui/button.tsx';

/**
 * Groups of fields that are added and removed. The first field of a group that was just added gets the focus.
 * @param what a group is called, such as `disclaimer`
 */
export function FieldsList<T>({
  what,
  items,
  most,
  added,
  onChange,
  children,
}: {
  what: string;
  items: readonly T[];
  most: number;
  /** What a new group holds. */
  added: T;
  onChange: (items: readonly T[]) => void;
  children: (item: T, at: number, change: (part: Partial<T>) => void) => ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  const count = items.length;
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const newest = list.current?.querySelectorAll('fieldset')[count - 1];
    newest?.querySelector<HTMLElement>('select, textarea, input')?.focus();
  }, [count]);
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  return (
    <div ref={list} className="grid gap-5">
      {items.map((item, at) => (
        <fieldset
          // oxlint-disable-next-line react/no-array-index-key -- what is typed is no key, and they have none
          key={at}
          className="grid gap-4 border-l-2 border-rule pl-4"
        >
          <legend className="mb-3 text-sm font-medium">
            {title} {at + 1}
          </legend>
          {children(item, at, (part) =>
            onChange(items.map((each, place) => (place === at ? { ...each, ...part } : each))),
          )}
          <div>
            <Button
              size="sm"
              aria-label={`Remove ${what} ${at + 1}`}
              onClick={() => onChange(items.filter((_, place) => place !== at))}
            >
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          size="sm"
          disabled={count >= most}
          onClick={() => {
            isAdded.current = true;
            onChange([...items, added]);
          }}
        >
          <Plus size={16} aria-hidden="true" />
          Add {what}
        </Button>
      </div>
    </div>
  );
}
