import { expect, test } from "vitest";
import { shellWord } from "./copy";

test("a name with special characters is one word of a shell", () => {
  expect(shellWord("autumn-2.toml")).toBe("autumn-2.toml");
  expect(shellWord("a b'c.toml")).toBe("'a b'\\''c.toml'");
});
