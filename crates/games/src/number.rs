//! Whole numbers that are stored as `f64`.

use serde_json::Value;

/// 2^53: an `f64` represents all whole numbers up to this one exactly.
pub const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_992.0;

/// A number as JSON. Whole numbers become JSON integers: JSON Schema counts 3.0 as a whole
/// number too.
pub fn as_json(number: f64) -> Value {
    let is_whole = number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER;
    if is_whole { Value::from(number as i64) } else { Value::from(number) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn whole_numbers_have_no_fraction() {
        assert_eq!([3.0, -2.0, 0.5].map(as_json), [json!(3), json!(-2), json!(0.5)]);
        assert_eq!(as_json(MAX_SAFE_INTEGER).to_string(), "9007199254740992");
        assert_eq!(as_json(1e300), json!(1e300));
    }
}
