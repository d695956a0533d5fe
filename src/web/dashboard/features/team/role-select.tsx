import { ChevronDown } from 'lucide-react';
import { ROLES, type Role } from '#src/shared/permissions.ts';
import { ROLE_WORDS } from '#src/shared/team.ts';

const isRole = (value: string): value is Role => ROLES.some((role) => role === value);

/** A member's role, to be changed in place. A native select: phones show their own picker. */
export function RoleSelect({
  name,
  role,
  choices,
  onChoose,
}: {
  name: string;
  role: Role;
  choices: readonly Role[];
  onChoose: (role: Role) => void;
}) {
  return (
    <div className="relative w-38">
      <select
        aria-label={`Role of ${name}`}
        value={role}
        className="block h-9 w-full appearance-none rounded-sm border border-edge bg-raised pr-8 pl-3 text-sm hover:border-ink pointer-coarse:h-11 pointer-coarse:text-[16px]"
        onChange={({ target }) => {
          if (isRole(target.value)) onChoose(target.value);
        }}
      >
        {choices.map((each) => (
          <option key={each} value={each}>
            {ROLE_WORDS[each].name}
          </option>
        ))}
      </select>
      <ChevronDown
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-2"
      />
    </div>
  );
}
