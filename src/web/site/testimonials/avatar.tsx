/** A round picture; the first letter of the name where there is none or it cannot be had (carousel.ts takes it away). */
export function Avatar({ name, image }: { name: string; image: string | null }) {
  return (
    <span
      aria-hidden="true"
      className="relative grid size-11 shrink-0 place-items-center rounded-full border border-rule bg-raised headline text-h4 text-ink-2"
    >
      {name.slice(0, 1)}
      {image === null ? null : (
        <img src={image} alt="" className="absolute inset-0 size-full rounded-full bg-raised object-cover" />
      )}
    </span>
  );
}
