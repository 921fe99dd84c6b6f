this is not named by the submission
