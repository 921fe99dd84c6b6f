import { expect, test } from "vitest";
import { radius } from "./track";

test("discs grow with the logarithm of the number of specimens, up to the cell", () => {
  const radii = [1, 10, 100, 1000, 100_000].map(radius);
  const expected = [0.2, 0.3, 0.4, 0.5, 0.5];
  radii.forEach((found, index) => expect(found).toBeCloseTo(expected[index]!));
});
