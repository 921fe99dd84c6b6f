// Bits of genomes, and which parent each bit comes from.

import type { Individual } from "./types";

/** The bits of a hexadecimal genome, bit 0 first. */
export function bits(genome: string, count: number): boolean[] {
  const value = BigInt(`0x${genome}`);
  return Array.from({ length: count }, (_, bit) => ((value >> BigInt(bit)) & 1n) === 1n);
}

/**
 * Where a bit of a child comes from: the parent with the larger share, the other parent if only
 * that one has it, or a mutation.
 */
export type Origin = "parent" | "other" | "mutation";

export function origins(child: boolean[], parent: boolean[], other: boolean[]): Origin[] {
  return child.map((bit, index) => {
    if (bit === parent[index]) return "parent";
    return bit === other[index] ? "other" : "mutation";
  });
}

export interface Ancestor extends Individual {
  id: number;
}

/** A specimen and its ancestors, always by the parent with the larger share, the oldest first. */
export function line(individuals: Record<string, Individual>, id: number): Ancestor[] {
  const found: Ancestor[] = [];
  for (let next: number | null = id; next !== null; ) {
    const individual: Individual | undefined = individuals[next];
    if (!individual) break;
    found.push({ id: next, ...individual });
    next = individual.parent;
  }
  return found.reverse();
}
