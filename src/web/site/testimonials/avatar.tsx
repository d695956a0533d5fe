import { useState } from 'react';

/** A round picture; the first letter of the name where there is none or it cannot be had. */
export function Avatar({ name, image }: { name: string; image: string | null }) {
  const [failed, setFailed] = useState(false);
  const frame = 'grid size-11 shrink-0 place-items-center rounded-full border border-rule bg-raised';
  if (image === null || failed)
    return (
      <span aria-hidden="true" className={`${frame} headline text-h4 text-ink-2`}>
        {name.slice(0, 1)}
      </span>
    );
  return <img src={image} alt="" className={`${frame} object-cover`} onError={() => setFailed(true)} />;
}
