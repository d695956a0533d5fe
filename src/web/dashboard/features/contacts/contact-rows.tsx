import { CircleAlert, Clock } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { Contact } from '#src/shared/contacts.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { Tag } from './tag.tsx';
import { nameOf } from './words.ts';

/** One line of addresses, with what keeps one from getting alerts. */
export function AddressLine({ contact: { addresses } }: { contact: Contact }) {
  if (addresses.length === 0) return <span className="text-ink-3">No address</span>;
  return (
    <span className="flex flex-wrap gap-x-3">
      {addresses.map(({ id, address, confirmed, suppressed }) => (
        <span key={id} className="flex min-w-0 flex-wrap items-start gap-x-1.5">
          <span className="min-w-0 wrap-anywhere">{address}</span>
          {suppressed ? (
            <span className="inline-flex shrink-0 items-center gap-1 whitespace-nowrap text-fault">
              <CircleAlert size={14} aria-hidden="true" /> suppressed
            </span>
          ) : confirmed ? null : (
            <span className="inline-flex shrink-0 items-center gap-1 whitespace-nowrap text-ink-2">
              <Clock size={14} aria-hidden="true" /> not confirmed
            </span>
          )}
        </span>
      ))}
    </span>
  );
}

/** Contacts to choose from: a row each, in two lines. */
export function ContactRows({
  label,
  contacts,
  chosen,
  onChoose,
}: {
  label: string;
  contacts: readonly Contact[];
  chosen: ReadonlySet<string>;
  /** Left out: nothing can be done with the chosen ones. */
  onChoose?: (id: string, isChosen: boolean) => void;
}) {
  const box = useRef<HTMLUListElement>(null);
  useRowKeys(box);
  return (
    <ul ref={box} aria-label={label} className="border-t border-rule">
      {contacts.map((contact) => (
        <li key={contact.id} className="flex items-start gap-3 border-b border-line py-3 text-sm">
          {onChoose ? (
            <span className="-m-3 grid size-11 shrink-0 place-items-center">
              <input
                type="checkbox"
                aria-label={`Choose ${nameOf(contact)}`}
                className="size-5"
                checked={chosen.has(contact.id)}
                onChange={(event) => onChoose(contact.id, event.target.checked)}
              />
            </span>
          ) : null}
          <div className="min-w-0 grow">
            <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
              <Link
                to={`/contacts/${contact.id}`}
                data-row-link
                className="-my-1 py-1 font-medium wrap-anywhere hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
              >
                {nameOf(contact)}
              </Link>
              {contact.member ? <Badge>Member</Badge> : null}
              {contact.tags.map((tag) => (
                <Tag key={tag} tag={tag} />
              ))}
            </div>
            {contact.name === '' && contact.addresses.length < 2 ? null : (
              <p className="mt-0.5 text-ink-2">
                <AddressLine contact={contact} />
              </p>
            )}
          </div>
          <p className="hidden shrink-0 text-ink-2 sm:block">
            <Time at={contact.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
