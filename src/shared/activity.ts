/** Who did it: a member, a program with an API key, the product by itself, or whoever operates it. */
export const ACTOR_KINDS = ['member', 'key', 'system', 'operator'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];
